import { ApiProperty } from '@nestjs/swagger';
import { INFORMATION_KINDS } from '../../../record/core/documents/information-document.repository.js';

export class StaffInformationResponse {
  /** Last part of its address. @example 'ipid-104' */
  document: string;
  /** IPID: product information of a bundle; TERMS: terms of its line; PRIVACY: privacy notice. @example 'IPID' */
  @ApiProperty({ enum: INFORMATION_KINDS })
  kind: string;
  /** Title in the language of the call. @example 'Έγγραφο πληροφοριών για το ασφαλιστικό προϊόν: Πλήρες' */
  title: string;
  /** Version: tariff, its version and the bundle; or that of the legal texts. @example 'FIRE-SAMPLE 1 104' */
  version: string;
  /** SHA-256 of the content. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  sha256: string;
}

export class DocumentDeliveryResponse {
  /** Kind of the document. @example 'POLICY' */
  @ApiProperty({ enum: ['OFFER', 'IPID', 'TERMS', 'PRIVACY', 'POLICY'] })
  kind: string;
  /** File of an offer or policy, or version of the information. @example 'P260000012.pdf' */
  version: string;
  /** Language of the document. @example 'el' */
  language: string;
  /** SHA-256 of the content. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  sha256: string;
  /** API: downloaded by the agent; STAFF: by staff; LINK: by the customer. @example 'API' */
  @ApiProperty({ enum: ['API', 'STAFF', 'LINK'] })
  channel: string;
  /** Name of the user. @example 'Νίκος Αντωνίου' */
  deliveredTo: string;
  /** Time of the first delivery, local time in Athens. @example '2026-11-21T10:20:00' */
  deliveredAt: string;
}

export class DocumentDeliveryListResponse {
  /** Deliveries, oldest first. */
  items: DocumentDeliveryResponse[];
}
