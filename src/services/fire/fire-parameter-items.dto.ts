import { CodedItemResponse } from '../../record/reference/lists/common-items.dto.js';
import type { ItemOf } from '../../record/reference/lists/registry.js';

export class KindOfRiskItemResponse extends CodedItemResponse implements ItemOf<'kindsOfRisk'> {
  /** Whether `building_improvements` may be sent for such a risk. @example true */
  buildingImprovementsApply: boolean;
}

export class SubkindOfRiskItemResponse extends CodedItemResponse implements ItemOf<'subkindsOfRisk'> {
  /** The kind of risk it belongs to. Codes: `GET /fire-api/parameters/kindsOfRisks`. @example '04' */
  kindOfRiskCode: string;

  /** Hazard class: 1 the least, 5 the greatest hazard. @example 1 */
  hazardClass: number;
}

export class ConstructionItemResponse extends CodedItemResponse implements ItemOf<'skeletons'> {
  /** Class of the risk: 1 the best, 4 the worst. @example 1 */
  riskClass: number;
}

export class SecurityItemResponse extends CodedItemResponse implements ItemOf<'locks'> {
  /** Level of security: 0 none, 3 the highest. @example 2 */
  securityLevel: number;
}

export class FireProtectionItemResponse implements ItemOf<'fireProtection'> {
  /** The id, as `fire_protections` takes it. @example 1 */
  id: number;

  /** Title in the language of the request. @example 'Φορητοί πυροσβεστήρες' */
  title: string;

  /** Title in English. @example 'Portable fire extinguishers' */
  titleEn: string;

  /** Whether `multitude` states how many there are. @example true */
  hasMultitude: boolean;

  /** False for one that is retired: refused on new input, kept on what is stored. @example true */
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
  /** The groups insured that it can cover; empty for a cover that belongs to the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Tax class of its premium. @example 'FIRE' */
  tax_class: string;
}

export class BundleCoverItemResponse extends FireCoverItem {
  /** Whether the bundle has it; otherwise it can be added in `extra_covers`. @example true */
  included: boolean;
}

export class BundleItemResponse {
  /** Code of the bundle, as `bundle_code` takes it. @example '101' */
  code: string;

  /** Title, in English with `Accept-Language: en`. @example 'Βασικό' */
  title: string;

  /** Title in English. @example 'Basic' */
  titleEn: string;

  /** False for a bundle that is no longer sold. @example true */
  active: boolean;

  /** The kinds of risk that it is offered for. @example ['04'] */
  kinds: string[];

  /** The covers it has. */
  covers: BundleCoverItemResponse[];

  /** The covers that can be added to it. */
  addable_covers: BundleCoverItemResponse[];
}

export class ExtraCoverItemResponse {
  /** Code of the cover, as `cover` of `extra_covers` takes it. @example '004' */
  code: string;

  /** Title, in English with `Accept-Language: en`. @example 'Πλημμύρα' */
  title: string;

  /** Title in English. @example 'Flood' */
  titleEn: string;

  /** The groups insured that it can cover; empty for a cover that belongs to the whole risk. @example ['01', '02', '03'] */
  groups: string[];

  /** Whether a building of these years can have it. @example true */
  available: boolean;

  /**
   * Why it is not available, or why it needs an approval, in the language of the request; absent when nothing speaks against it.
   * @example 'Σωληνώσεις άνω των 30 ετών'
   */
  reason?: string;
}
