import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { findDocumentType } from './content/document-type.js';

const MAX_FILE_NAME_BYTES = 255;
/** Separators, invisible characters, halves of surrogate pairs, and the character that replaces invalid UTF-8. */
const FORBIDDEN = /[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u;
/** Text after the last dot with a Latin letter and no blanks; Windows drops dots and blanks at the end. */
const EXTENSION = /\.([^.\s]*[a-z][^.\s]*)[.\s]*$/;

export function readFileName(text: string, mimeType: string): string {
  const name = text.trim();
  if (/^\.*$/.test(name) || FORBIDDEN.test(text) || Buffer.byteLength(name) > MAX_FILE_NAME_BYTES)
    throw new DomainError(ErrorCode.FILE_NAME);
  const extension = EXTENSION.exec(name.toLowerCase())?.[1];
  const { extensions } = findDocumentType(mimeType);
  if (extension !== undefined && !extensions.includes(extension)) throw findOtherExtension(extensions);
  return name;
}

function findOtherExtension(extensions: readonly string[]): DomainError {
  const list = extensions.map((extension) => `.${extension}`).join(', ');
  return new DomainError(ErrorCode.FILE_NAME, {
    text: {
      el: `Η κατάληξη του ονόματος δεν είναι του τύπου του αρχείου (${list}).`,
      en: `The extension of the name is not one of the file's type (${list}).`,
    },
  });
}
