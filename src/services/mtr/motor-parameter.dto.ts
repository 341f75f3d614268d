import { FromNumericText, IntegerBetween, TextUpTo } from '../../common/validation/decorators.js';
import { LinkResponse } from '../../record/core/lines/application.dto.js';
import { BundleNeedItemResponse, CodedItemResponse, TitledItem } from '../../record/reference/lists/common-items.dto.js';
import { LookupCode, LookupPostcode } from '../../record/reference/lists/code-of.decorator.js';

export class MotorUsageQuery {
  /** Usage; all when absent. Codes: `GET /mtr-api/resources/parameters/usageCode`. @example '01' */
  @LookupCode()
  usageCode?: string;
}

export class MotorModelQuery extends MotorUsageQuery {
  /** Make; all when absent. Codes: `GET /mtr-api/resources/parameters/makeCode`. @example '199' */
  @LookupCode()
  makeCode?: string;
}

export class MotorBundleQuery extends MotorUsageQuery {
  /** Postcode where the vehicle is kept, 5 digits; no bundle for an unknown one. @example '11527' */
  @LookupPostcode()
  postCode?: string;
}

export class MotorUsageItemResponse extends CodedItemResponse {
  /** Short name. @example 'ΕΙΧ' */
  abbreviation: string;
  /** Kinds of vehicle, as in `vehicleType` of the models. @example ['car'] */
  vehicleTypes: string[];
  /** Whether today's tariff covers it. @example true */
  offered: boolean;
}

export class MotorUsageSubcodeItemResponse extends CodedItemResponse {
  /** Its usage. Codes: `GET /mtr-api/resources/parameters/usageCode`. @example '01' */
  usageCode: string;
}

export class MotorMakeItemResponse extends CodedItemResponse {
  /** Title in capitals. @example 'ABARTH' */
  titleUpper: string;
  /** Usages of its models. Codes: `GET /mtr-api/resources/parameters/usageCode`. @example ['01', '09'] */
  usageCodes: string[];
  /** Number of its models. @example 5 */
  modelCount: number;
}

export class MotorModelItemResponse extends CodedItemResponse {
  /** Make. Codes: `GET /mtr-api/resources/parameters/makeCode`. @example '199' */
  makeCode: string;
  /** Title of the make. @example 'Toyota' */
  makeTitle: string;
  /** Name without the variant. @example 'Yaris' */
  model: string;
  /** Kind of vehicle. @example 'car' */
  vehicleType: string;
  /** Possible usages. Codes: `GET /mtr-api/resources/parameters/usageCode`. @example ['01'] */
  usageCodes: string[];
  /** Code of the fuel, if known. @example '01' */
  fuelCode?: string;
  /** Displacement in cubic centimetres, if known. @example 1398 */
  engineCc?: number;
  /** Number in the trade name of a motorcycle, not its displacement. @example 125 */
  nominalCc?: number;
  /** Taxable horsepower, if known. @example 10 */
  taxableHp?: number;
  /** Power in kW, if known. @example 73 */
  powerKw?: number;
  /** List price, euro, if known. @example 18000 */
  listPriceEur?: number;
}

export class MotorBundleCoverItemResponse extends TitledItem {
  /** Whether the bundle includes it; otherwise it can be added. @example true */
  included: boolean;
}

export class MotorSwapItemResponse {
  /** Code of the replaced cover. @example 'M06' */
  out: string;
  /** Codes of the covers that can replace it. @example ['M14'] */
  in: string[];
}

export class MotorBundleItemResponse extends TitledItem {
  /** Whether it is sold. @example true */
  active: boolean;
  /** Usages for which it is sold. @example ['01', '03'] */
  usages: string[];
  /** Included covers. */
  covers: MotorBundleCoverItemResponse[];
  /** Covers that can be added. */
  addableCovers: MotorBundleCoverItemResponse[];
  /** Covers that can be replaced. Codes: `GET /mtr-api/resources/parameters/bundleCode`. */
  swappableCovers: MotorSwapItemResponse[];
  /** Questions about the customer's demands and needs, the same for all bundles of the tariff. */
  needs: BundleNeedItemResponse[];
}

export class MotorLicenceTypeItemResponse extends CodedItemResponse {
  /** Minimum age in years, if there is one. @example 18 */
  minAge?: number;
}

export class MotorListItemResponse {
  /** Name of the list. @example 'usageCode' */
  name: string;
  /** Address. @example 'https://localhost:8443/mtr-api/resources/parameters/usageCode' */
  href: string;
}

export class MotorResourceResponse {
  /** Name of the service. @example 'mtr-api' */
  name: string;
  /** Version of the interface. @example '1.0.0' */
  version: string;
  /** Addresses of its parts. */
  links: LinkResponse[];
}

export class MotorIpidQuery {
  /** Code of the tariff, as in `premium`; any when absent. @example 'MOTOR-SAMPLE' */
  @TextUpTo(40)
  tariffCode?: string;

  /** Version of the tariff, as in `premium`; that of today when code and version are absent. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, 1_000_000)
  tariffVersion?: number;
}
