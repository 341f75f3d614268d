import { type Class, listedCodes } from '../../../common/validation/dto.js';
import { keptCode, type KeptCode } from './reference-lists.js';
import type { ListName } from './registry.js';

/** Lists the codes of a stored application, which an update accepts although they are retired (input.8). */
export function keptCodesOf(type: Class, stored: object): KeptCode[] {
  return listedCodes(type, stored as Readonly<Record<string, unknown>>).map(({ list, code }) => keptCode(list as ListName, code));
}
