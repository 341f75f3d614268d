import {
  FileName,
  FromNumericText,
  IntegerBetween,
  OneOfNumbers,
  Required,
  TextUpTo,
  WellEncoded,
} from '../../common/validation/decorators.js';
import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { MotorErrorResponse } from './motor-premium.dto.js';
import { MotorList } from './motor-response.dto.js';

const MAX_COMMENTS = 1000;

/** An edit of a document (documents.15). */
export class MotorDocumentRequest {
  /** Name of the file; unchanged when absent. @example 'adeia.pdf' */
  @FileName()
  fileName?: string;

  /** Category, from `documentCategory`. @example 4 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, 1_000_000)
  docCategoryId: number;

  /** Comments; unchanged when absent, cleared by null. @example 'Και οι δύο όψεις' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string | null;
}

@AnswerTo(MotorDocumentRequest)
export class MotorDocumentResponse {
  /** Id. @example 7 */
  fileId: number;
  /** Name of the file. @example 'adeia.pdf' */
  fileName: string;
  /** Media type. @example 'application/pdf' */
  fileMime: string;
  /** With `withfile=1` the file in base64, one text for each 64 KiB; else empty. @example [] */
  fileBlob: string[];
  /** Category. @example 4 */
  docCategoryId: number;
  /** Title of the category. @example 'Άδεια κυκλοφορίας' */
  docCategoryDescr: string;
  /** Comments. @example 'Και οι δύο όψεις' */
  comments: string | null;
  /** What the virus scanner says: the file of a pending or infected document cannot be retrieved. @example 'clean' */
  scan: 'pending' | 'clean' | 'infected';
  /** How the call ended. */
  error: MotorErrorResponse;
}

/** A page of documents, oldest first. */
export class MotorDocumentListResponse extends MotorList {
  /** The documents, without their files. */
  documents: MotorDocumentResponse[];
}

/** What is said of an upload beside its body. */
export class MotorUploadQuery {
  /** Name of the file, URL-encoded. @example 'adeia.pdf' */
  @Required()
  @FileName()
  fileName: string;

  /** Category, from `documentCategory`. @example 4 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, 1_000_000)
  categoryId: number;

  /** Comments. @example 'Και οι δύο όψεις' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string;
}

/** Whether the file comes along. */
export class MotorDocumentQuery {
  /** 1: with the file in `fileBlob`. @example 1 */
  @FromNumericText()
  @OneOfNumbers([0, 1])
  withfile?: number;
}
