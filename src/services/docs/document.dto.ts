import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { DocumentChangeRequest } from './document-input.dto.js';

export class DocumentLinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/docs-api/policy/applications/1/documents/7' */
  href: string;
}

@AnswerTo(DocumentChangeRequest)
export class DocumentResponse {
  /** Id of the document. @example 7 */
  id: number;
  /** Name of the file. @example 'P260000001.pdf' */
  file_name: string;
  /** Media type. @example 'application/pdf' */
  mime_type: string;
  /** Category, from `documentCategories`. @example 28 */
  category_id: number;
  /** Title of the category in the language of the call. @example 'Ασφαλιστήριο' */
  category_title: string;
  /** Comments. @example 'Υπογεγραμμένη αίτηση' */
  comments: string | null;
  /** Size, bytes. @example 48211 */
  size: number;
  /** SHA-256 of the content, hexadecimal. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  sha256: string;
  /** '1' for a document that the system made; it cannot be deleted. @example '1' */
  system: '0' | '1';
  /** What the virus scanner says: the content of a pending or infected document cannot be retrieved. @example 'clean' */
  scan: 'pending' | 'clean' | 'infected';
  /** Time of insert, Athens. @example '2026-11-21T10:20:00' */
  created_at: string;
  /** Where to get it. */
  links: DocumentLinkResponse[];
}
