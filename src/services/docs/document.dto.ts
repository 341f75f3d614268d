import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { DocumentChangeRequest } from './document-input.dto.js';

export class DocumentLinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/docs-api/policy/applications/1/documents/7' */
  href: string;
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
  /**
   * SHA-256 of the content, hexadecimal.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  sha256: string;
  /** '1' for a document printed by the system, which cannot be deleted. @example '1' */
  system: '0' | '1';
  /** Result of the virus scan; the content can be retrieved when it is clean. @example 'clean' */
  scan: 'pending' | 'clean' | 'infected';
  /** Time of upload, local time in Athens. @example '2026-11-21T10:20:00' */
  created_at: string;
  /** Address of the file. */
  links: DocumentLinkResponse[];
}
