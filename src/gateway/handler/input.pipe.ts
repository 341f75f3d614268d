import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { Class } from '../../common/validation/decorators.js';
import { validateInput, validateQuery } from '../../common/validation/validate.js';

/** Types of parameters that are no DTO. */
const PLAIN = new Set<unknown>([undefined, String, Number, Boolean, Array, Object, Date, Buffer]);

/** Validates bodies and queries as their DTOs, every fault at once; all other parameters pass as they are. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return value;
    return type === 'body' ? validateInput(metatype as Class, value) : validateQuery(metatype as Class, value);
  }
}
