import { BundleNeedItemResponse, CodedItemResponse, TitledItem } from '../../record/reference/lists/common-items.dto.js';
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

export class GroupCoverItemResponse extends TitledItem {
  /** Groups that it can insure; empty for a cover of the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Tax class of its premium. @example 'FIRE' */
  tax_class: string;
}

export class BundleCoverItemResponse extends TitledItem {
  /** Whether the bundle includes it; otherwise it can be added in `extra_covers`. @example true */
  included: boolean;
}

export class BundleItemResponse extends TitledItem {
  /** False for a bundle that is no longer sold. @example true */
  active: boolean;

  /** Kinds of risk for which it is offered. @example ['04'] */
  kinds: string[];

  /** Included covers. */
  covers: BundleCoverItemResponse[];

  /** Covers that can be added. */
  addable_covers: BundleCoverItemResponse[];

  /** Questions about the customer's demands and needs, the same for all bundles of the tariff. */
  needs: BundleNeedItemResponse[];
}

export class ExtraCoverItemResponse extends TitledItem {
  /** Groups that it can insure; empty for a cover of the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Whether it can be added for a building of these years. @example true */
  available: boolean;

  /**
   * Reason for which it is unavailable or needs approval, in the language of the request; absent without one.
   * @example 'Σωληνώσεις άνω των 30 ετών με κάλυψη θραύσης ή διαρροής'
   */
  reason?: string;
}
