import { PageDto } from '../../common/page.dto.js';

export class ApplicationVersionResponse {
  /** Number, from 1. @example 2 */
  version: number;
  /** What made it. @example 'update' */
  action: string;
  /** The same in the language of the call. @example 'Μεταβολή στοιχείων' */
  title: string;
  /** Status code. @example '25' */
  status: string;
  /** The same in the language of the call. @example 'Σε καταχώριση, απαιτεί έγκριση' */
  statusTitle: string;
  /** To pay for the whole year, euro; null without a price. @example 332.64 */
  gross: number | null;
  /** Who made it: agent, underwriter, customer, bank, staff or clock. @example 'agent' */
  actor: string;
  /** Name of who made it. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string;
  /** From when, Athens. @example '2026-11-21T10:20:00' */
  from: string;
  /** Until when, Athens; null of the present one. @example '2026-11-21T11:20:00' */
  until: string | null;
}

export class ApplicationVersionsResponse extends PageDto {
  /** The requested part */
  items: ApplicationVersionResponse[];
}
