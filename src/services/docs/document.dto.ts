import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { LinkResponse } from '../../record/core/lines/application.dto.js';
import { FileName, FromNumericText, IntegerBetween, Required, TextUpTo, WellEncoded } from '../../common/validation/decorators.js';

const MAX_COMMENTS = 1000;
const MAX_CATEGORY = 1_000_000;

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

@ResponseTo(DocumentChangeRequest)
export class DocumentResponse {
  /** Id of the document. @example 7 */
  id: number;
  /** Name of the file. @example 'P260000001.pdf' */
  file_name: string;
  /** Media type. @example 'application/pdf' */
  mime_type: string;
  /** Category, from `GET /fire-api/parameters/documentCategories`. @example 28 */
  category_id: number;
  /** Title of the category in the language of the call. @example 'Ασφαλιστήριο' */
  category_title: string;
  /** Comments of the uploader. @example 'Υπογεγραμμένη αίτηση' */
  comments: string | null;
  /** Size in bytes. @example 48211 */
  size: number;
  /** SHA-256 of the content. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  sha256: string;
  /** '1' for a document printed by the system, which cannot be deleted. @example '1' */
  system: '0' | '1';
  /** '1' for a printed document of a policy that was cancelled or changed since, which proves no cover. @example '0' */
  cancelled: '0' | '1';
  /** Result of the virus scan; the content can be retrieved when it is clean. @example 'clean' */
  scan: 'pending' | 'clean' | 'infected';
  /** Time of upload, local time in Athens. @example '2026-11-21T10:20:00' */
  created_at: string;
  /** Address of the file. */
  links: LinkResponse[];
}
