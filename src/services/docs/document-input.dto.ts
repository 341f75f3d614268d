import { FileName, FromNumericText, IntegerBetween, Required, TextUpTo, WellEncoded } from '../../common/validation/decorators.js';

const MAX_COMMENTS = 1000;
const MAX_CATEGORY = 1_000_000;

/** Description of an uploaded file, URL-encoded in the query; the body is the file. */
export class DocumentUploadQuery {
  /** Name of the file. @example 'aitisi.pdf' */
  @Required()
  @FileName()
  file_name: string;

  /** Media type of the file, one of 14; replaces the header Content-Type. @example 'application/pdf' */
  @Required()
  @TextUpTo(200)
  mime_type: string;

  /** Category, from `GET /fire-api/parameters/documentCategories`; no system category. @example 2 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, MAX_CATEGORY)
  category_id: number;

  /** Comments. @example 'Υπογεγραμμένη αίτηση' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string;
}

export class DocumentChangeRequest {
  /** Name of the file; unchanged when absent. @example 'aitisi-2.pdf' */
  @FileName()
  file_name?: string;

  /** Category, from `GET /fire-api/parameters/documentCategories`. @example 2 */
  @FromNumericText()
  @Required()
  @IntegerBetween(0, MAX_CATEGORY)
  category_id: number;

  /** Comments; unchanged when absent. @example 'Υπογεγραμμένη αίτηση' */
  @TextUpTo(MAX_COMMENTS)
  @WellEncoded()
  comments?: string | null;
}
