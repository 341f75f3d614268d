import { CodedItemResponse } from '../../record/reference/lists/common-items.dto.js';
import type { ItemOf } from '../../record/reference/lists/registry.js';

export class KindOfRiskItemResponse extends CodedItemResponse implements ItemOf<'kindsOfRisk'> {
  /** Whether `building_improvements` is accepted for such a risk. @example true */
  buildingImprovementsApply: boolean;
}

export class SubkindOfRiskItemResponse extends CodedItemResponse implements ItemOf<'subkindsOfRisk'> {
  /** Its kind of risk. Codes: `GET /fire-api/parameters/kindsOfRisks`. @example '04' */
  kindOfRiskCode: string;

  /** Hazard class from 1 (least) to 5 (greatest). @example 1 */
  hazardClass: number;
}

export class ConstructionItemResponse extends CodedItemResponse implements ItemOf<'skeletons'> {
  /** Risk class from 1 (best) to 4 (worst). @example 1 */
  riskClass: number;
}

export class SecurityItemResponse extends CodedItemResponse implements ItemOf<'locks'> {
  /** Security level from 0 (none) to 3 (highest). @example 2 */
  securityLevel: number;
}

export class FireProtectionItemResponse implements ItemOf<'fireProtection'> {
  /** Id, sent in `fire_protections`. @example 1 */
  id: number;

  /** Title in the language of the request. @example 'Φορητοί πυροσβεστήρες' */
  title: string;

  /** Title in English. @example 'Portable fire extinguishers' */
  titleEn: string;

  /** Whether `multitude` is their number. @example true */
  hasMultitude: boolean;

  /** False when retired: refused in new input, valid in stored applications. @example true */
  active: boolean;
}

class FireCoverItem {
  /** Code of the cover. @example '001' */
  code: string;

  /** Title, in English with `Accept-Language: en`. @example 'Πυρκαγιά, κεραυνός, έκρηξη, καπνός' */
  title: string;

  /** Title in English. @example 'Fire, lightning, explosion, smoke' */
  titleEn: string;
}

export class GroupCoverItemResponse extends FireCoverItem {
  /** Groups that it can insure; empty for a cover of the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Tax class of its premium. @example 'FIRE' */
  tax_class: string;
}

export class BundleCoverItemResponse extends FireCoverItem {
  /** Whether the bundle includes it; otherwise it can be added in `extra_covers`. @example true */
  included: boolean;
}

export class BundleItemResponse {
  /** Code of the bundle, sent in `bundle_code`. @example '101' */
  code: string;

  /** Title, in English with `Accept-Language: en`. @example 'Βασικό' */
  title: string;

  /** Title in English. @example 'Basic' */
  titleEn: string;

  /** False for a bundle that is no longer sold. @example true */
  active: boolean;

  /** Kinds of risk for which it is offered. @example ['04'] */
  kinds: string[];

  /** Included covers. */
  covers: BundleCoverItemResponse[];

  /** Covers that can be added. */
  addable_covers: BundleCoverItemResponse[];
}

export class ExtraCoverItemResponse {
  /** Code of the cover, sent in `cover` of `extra_covers`. @example '004' */
  code: string;

  /** Title, in English with `Accept-Language: en`. @example 'Πλημμύρα' */
  title: string;

  /** Title in English. @example 'Flood' */
  titleEn: string;

  /** Groups that it can insure; empty for a cover of the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Whether it can be added for a building of these years. @example true */
  available: boolean;

  /**
   * Reason for which it is unavailable or needs approval, in the language of the request; absent without one.
   * @example 'Σωληνώσεις άνω των 30 ετών'
   */
  reason?: string;
}
