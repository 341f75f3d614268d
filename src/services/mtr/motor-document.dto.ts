import {
  FileName,
  FromNumericText,
  IntegerBetween,
  OneOfNumbers,
  Required,
  TextUpTo,
  WellEncoded,
} from '../../common/validation/decorators.js';
import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { MotorList, MotorErrorResponse } from './motor-response.dto.js';

const MAX_COMMENTS = 1000;

export class MotorDocumentRequest {
  /** Name of the file; unchanged when absent. @example 'adeia.pdf' */
  @FileName()
  fileName?: string;

  /** Category, from `GET /mtr-api/resources/parameters/documentCategory`. @example 4 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, 1_000_000)
  docCategoryId: number;

  /** Comments; unchanged when absent, cleared by null. @example 'Και οι δύο όψεις' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string | null;
}

@ResponseTo(MotorDocumentRequest)
export class MotorDocumentResponse {
  /** Id of the document. @example 7 */
  fileId: number;
  /** Name of the file. @example 'adeia.pdf' */
  fileName: string;
  /** Media type. @example 'application/pdf' */
  fileMime: string;
  /** File in base64 with `withfile=1`, one text for each 64 KiB; otherwise empty. @example [] */
  fileBlob: string[];
  /** Category. Codes: `GET /mtr-api/resources/parameters/documentCategory`. @example 4 */
  docCategoryId: number;
  /** Title of the category. @example 'Άδεια κυκλοφορίας' */
  docCategoryDescr: string;
  /** Comments. @example 'Και οι δύο όψεις' */
  comments: string | null;
  /** Whether the policy was cancelled or changed since it was printed, so that it proves no cover. @example false */
  cancelled: boolean;
  /** Result of the virus scan; the file can be retrieved when it is clean. @example 'clean' */
  scan: 'pending' | 'clean' | 'infected';
  /** Result of the call. */
  error: MotorErrorResponse;
}

/** A page of documents, oldest first. */
export class MotorDocumentListResponse extends MotorList {
  /** The documents, without their files. */
  documents: MotorDocumentResponse[];
}

/** Description of an uploaded file; the body is the file. */
export class MotorUploadQuery {
  /** Name of the file, URL-encoded. @example 'adeia.pdf' */
  @Required()
  @FileName()
  fileName: string;

  /** Category, from `GET /mtr-api/resources/parameters/documentCategory`. @example 4 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, 1_000_000)
  categoryId: number;

  /** Comments. @example 'Και οι δύο όψεις' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string;
}

export class MotorDocumentQuery {
  /** 1: with the file in `fileBlob`, 0: without it; 0 when absent. @example 1 */
  @FromNumericText()
  @OneOfNumbers([0, 1])
  withfile?: number;
}
