import { type Class, listedCodes } from '../../../common/validation/dto.js';
import { keptCode, type KeptCode } from './reference-lists.js';
import type { ListName } from './registry.js';

/** The codes of a stored application in the fields of the DTO it came as; an update accepts them although they were retired since (input.8). */
export function keptCodesOf(type: Class, stored: object): KeptCode[] {
  return listedCodes(type, stored as Readonly<Record<string, unknown>>).map(({ list, code }) => keptCode(list as ListName, code));
}
