import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';

export const MAX_FILE_NAME_BYTES = 255;
const FORBIDDEN = /[/\\]|\p{Cc}|\p{Surrogate}|^\.{1,2}$/u;

/**
 * A file name without the blanks around it: any UTF-8, no path separators or control characters (decisions "Documents").
 * @throws DomainError FILE_NAME
 */
export function readFileName(text: string): string {
  const name = text.trim();
  if (name === '' || FORBIDDEN.test(name) || Buffer.byteLength(name) > MAX_FILE_NAME_BYTES) throw new DomainError(ErrorCode.FILE_NAME);
  return name;
}
