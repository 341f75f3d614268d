import { type ArgumentMetadata, Injectable, Optional, type PipeTransform } from '@nestjs/common';
import type { Class } from '../../common/validation/decorators.js';
import { validateInput, validateQuery } from '../../common/validation/validate.js';
import { CodeLists, NO_LISTS } from '../../common/validation/code-lists.js';

const PLAIN = new Set<unknown>([undefined, String, Number, Boolean, Array, Object, Date, Buffer]);

@Injectable()
export class InputPipe implements PipeTransform {
  constructor(@Optional() private readonly lists: CodeLists = NO_LISTS) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return value;
    return type === 'body' ? validateInput(metatype as Class, value, this.lists) : validateQuery(metatype as Class, value, this.lists);
  }
}
