import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { documentType } from './content/document-type.js';

export const MAX_FILE_NAME_BYTES = 255;
/**
 * Path separators; what is not seen or turns the rest around (control and format characters, line separators); halves of surrogate pairs, and
 * the sign that stands for bytes that were no UTF-8.
 */
const FORBIDDEN = /[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u;
/** What follows the last dot and holds a Latin letter, no blanks; dots and blanks at the end, which Windows drops, do not count. */
const EXTENSION = /\.([^.\s]*[a-z][^.\s]*)[.\s]*$/;

/**
 * A file name without the blanks around it, whose extension fits the type. A name without an extension claims nothing and is taken as it is.
 * @throws DomainError FILE_NAME
 */
export function readFileName(text: string, mimeType: string): string {
  const name = text.trim();
  if (/^\.*$/.test(name) || FORBIDDEN.test(text) || Buffer.byteLength(name) > MAX_FILE_NAME_BYTES)
    throw new DomainError(ErrorCode.FILE_NAME);
  const extension = EXTENSION.exec(name.toLowerCase())?.[1];
  const { extensions } = documentType(mimeType);
  if (extension !== undefined && !extensions.includes(extension)) throw otherExtension(extensions);
  return name;
}

function otherExtension(extensions: readonly string[]): DomainError {
  const list = extensions.map((extension) => `.${extension}`).join(', ');
  return new DomainError(ErrorCode.FILE_NAME, {
    text: {
      el: `Η κατάληξη του ονόματος δεν είναι του τύπου του αρχείου (${list}).`,
      en: `The extension of the name is not one of the file's type (${list}).`,
    },
  });
}
