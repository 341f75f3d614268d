import { ListOf } from '../../common/validation/decorators.js';
import { MAX_NEEDS, NeedAnswerRequest, NeedAnswerResponse } from '../../record/contract/offers/need.dto.js';
import { LinkResponse } from '../../record/core/lines/application.dto.js';

export class OfferRequest {
  /** Answers to all questions about demands and needs (`needs` of the bundles), for the statement on the offer. */
  @ListOf(() => NeedAnswerRequest, MAX_NEEDS)
  needs?: NeedAnswerRequest[] | null;
}

export class OfferResponse {
  /** Number of the offer. @example 'O260000012' */
  offer_no: string;
  /** Version of the application that it offers. @example 2 */
  version: number;
  /** '1' while the application has this version. @example '1' */
  current: '0' | '1';
  /** Code of the tariff. @example 'FIRE-SAMPLE' */
  tariff_code: string;
  /** Version of the tariff. @example 1 */
  tariff_version: number;
  /** Price in euro, with taxes and levies. @example 332.64 */
  gross: number;
  /** Last day on which the price counts. @example '2026-12-20' */
  valid_until: string;
  /** SHA-256 of the Greek document. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  sha256: string;
  /** Time of the offer, local time in Athens. @example '2026-11-21T10:20:00' */
  made_at: string;
  /** Answers about demands and needs, by code; empty when nothing was asked. */
  needs: NeedAnswerResponse[];
  /** Address of the document. */
  links: LinkResponse[];
}
