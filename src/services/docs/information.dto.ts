import { ApiProperty } from '@nestjs/swagger';
import { INFORMATION_KINDS } from '../../record/core/documents/information-document.repository.js';
import { LinkResponse } from '../../record/core/lines/application.dto.js';

export class InformationResponse {
  /** Last part of its address. @example 'ipid-104' */
  document: string;
  /** IPID: product information of a bundle; TERMS: terms of its line; PRIVACY: privacy notice. @example 'IPID' */
  @ApiProperty({ enum: INFORMATION_KINDS })
  kind: string;
  /** Title in the language of the call. @example 'Έγγραφο πληροφοριών για το ασφαλιστικό προϊόν: Πλήρες' */
  title: string;
  /** Version: tariff, its version and the bundle; or that of the legal texts. @example 'FIRE-SAMPLE 1 104' */
  version: string;
  /** Language of the document. @example 'el' */
  language: string;
  /** Size in bytes. @example 48211 */
  size: number;
  /**
   * SHA-256 of the content, hexadecimal. Equal data gives the same document.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  sha256: string;
  /** Address of the file. */
  links: LinkResponse[];
}
