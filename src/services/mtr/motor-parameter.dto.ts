import { CodedItemResponse, TitledItem } from '../../record/reference/lists/common-items.dto.js';
import { LookupCode, LookupPostcode } from '../../record/reference/lists/query-checks.js';

export class MotorUsageQuery {
  /** Usage; all when absent. @example '01' */
  @LookupCode()
  usageCode?: string;
}

export class MotorModelQuery extends MotorUsageQuery {
  /** Make; all when absent. @example '199' */
  @LookupCode()
  makeCode?: string;
}

export class MotorBundleQuery extends MotorUsageQuery {
  /** Postcode where the vehicle is kept, 5 digits; none is sold for an unknown one. @example '11527' */
  @LookupPostcode()
  postCode?: string;
}

export class MotorUsageItemResponse extends CodedItemResponse {
  /** Short name. @example 'ΕΙΧ' */
  abbreviation: string;
  /** Kinds of vehicle in the models. @example ['car'] */
  vehicleTypes: string[];
  /** Whether there is a tariff for it. @example true */
  offered: boolean;
}

export class MotorUsageSubcodeItemResponse extends CodedItemResponse {
  /** Usage it belongs to. @example '01' */
  usageCode: string;
}

export class MotorMakeItemResponse extends CodedItemResponse {
  /** Title in capitals. @example 'ABARTH' */
  titleUpper: string;
  /** Usages that its models can have. @example ['01', '09'] */
  usageCodes: string[];
  /** How many models it has. @example 5 */
  modelCount: number;
}

export class MotorModelItemResponse extends CodedItemResponse {
  /** Make. @example '199' */
  makeCode: string;
  /** Title of the make. @example 'Toyota' */
  makeTitle: string;
  /** Name without the variant. @example 'Yaris' */
  model: string;
  /** Kind of vehicle. @example 'car' */
  vehicleType: string;
  /** Usages it can have. @example ['01'] */
  usageCodes: string[];
  /** Fuel, where known. @example '01' */
  fuelCode?: string;
  /** Displacement, where known. @example 1398 */
  engineCc?: number;
  /** Number in the trade name of a motorcycle; not its displacement. @example 125 */
  nominalCc?: number;
  /** Taxable horsepower, where known. @example 10 */
  taxableHp?: number;
  /** Power in kW, where known. @example 73 */
  powerKw?: number;
  /** A guide price, euro, where known. @example 18000 */
  listPriceEur?: number;
}

export class MotorBundleCoverItemResponse {
  /** Cover. @example 'M01' */
  code: string;
  /** Title. @example 'Αστική ευθύνη έναντι τρίτων' */
  title: string;

  /** Title in English. @example 'Third-party liability' */
  titleEn: string;
  /** Whether the bundle has it from the start. @example true */
  included: boolean;
}

export class MotorSwapItemResponse {
  /** Cover that is left out. @example 'M06' */
  out: string;
  /** Covers of which one takes its place. @example ['M14'] */
  in: string[];
}

export class MotorBundleItemResponse extends TitledItem {
  /** Whether it is sold. @example true */
  active: boolean;
  /** Usages it is sold for. @example ['01', '03'] */
  usages: string[];
  /** Its covers. */
  covers: MotorBundleCoverItemResponse[];
  /** Covers that can be had beside them. */
  addableCovers: MotorBundleCoverItemResponse[];
  /** Covers that can be swapped. */
  swappableCovers: MotorSwapItemResponse[];
}

export class MotorDiscountItemResponse extends TitledItem {
  /** Rate, as a fraction. @example 0.05 */
  rate: number;
  /** Covers that it lowers; all when empty. @example ['M01', 'M09'] */
  covers: string[];
  /** Whether it needs approval. @example false */
  referral: boolean;
}

export class MotorDocumentCategoryItemResponse {
  /** Id. @example 4 */
  id: number;
  /** Title in the language of the request. @example 'Άδεια κυκλοφορίας' */
  title: string;
  /** Title in English. @example 'Vehicle registration certificate' */
  titleEn: string;
  /** Line it belongs to: motor or all. @example 'motor' */
  line: string;
  /** Whether only the system makes such documents; those are not listed here. @example false */
  systemGenerated: boolean;
  /** False for one that is retired: refused on new input. @example true */
  active: boolean;
}

export class MotorLicenceTypeItemResponse extends CodedItemResponse {
  /** Least age, where there is one. @example 18 */
  minAge?: number;
}

export class MotorListItemResponse {
  /** Name. @example 'usageCode' */
  name: string;
  /** Address. @example 'https://localhost:8443/mtr-api/resources/parameters/usageCode' */
  href: string;
}

export class MotorResourceResponse {
  /** Name. @example 'mtr-api' */
  name: string;
  /** Version of the interface. @example '1.0.0' */
  version: string;
  /** Its parts. */
  links: MotorResourceLinkResponse[];
}

export class MotorResourceLinkResponse {
  /** Relation. @example 'applications' */
  rel: string;
  /** Address. @example 'https://localhost:8443/mtr-api/resources/applications' */
  href: string;
}
