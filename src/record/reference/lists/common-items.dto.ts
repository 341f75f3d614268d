import type { ItemOf } from './registry.js';

export class TitledItem {
  /** The code, as fields whose name ends in `code` take it. @example '01' */
  code: string;

  /** Title in the language of the request. @example 'Κτίριο' */
  title: string;

  /** Title in English. @example 'Building' */
  titleEn: string;
}

export class CodedItemResponse extends TitledItem {
  /** False for a code that is retired: refused on new input, kept on what is stored. @example true */
  active: boolean;
}

export class DiscountItemResponse extends TitledItem {
  /** Rate, as a fraction. @example 0.05 */
  rate: number;
  /** Codes of the discounted covers; empty for all. @example ['M01', 'M09'] */
  covers: string[];
  /** Whether it needs an underwriter's approval. @example false */
  referral: boolean;
}

export class BundleNeedItemResponse extends TitledItem {
  /** Yes-or-no question in the language of the request. @example 'Ζητάτε κάλυψη για κλοπή με διάρρηξη;' */
  question: string;

  /** Question in English. @example 'Do you want cover against burglary?' */
  questionEn: string;

  /** MET: the bundle includes its covers; ADDABLE: they can be added; UNMET: they cannot. @example 'MET' */
  state: string;
}

export class CancellationReasonItemResponse extends CodedItemResponse implements ItemOf<'cancellationReasons'> {
  /** Whether a cancellation for this reason needs a text beside the code. @example false */
  textRequired: boolean;
}

export class PrefectureItemResponse extends CodedItemResponse implements ItemOf<'prefectures'> {
  /** Full official name in Greek. @example 'Νομός Αττικής' */
  titleOfficial: string;

  /** Capital of the prefecture, in the language of the request. @example 'Αθήνα' */
  seat: string;

  /** Capital of the prefecture, in English. @example 'Athens' */
  seatEn: string;

  /** Region that it belongs to, in Greek. @example 'Αττική' */
  region: string;

  /** Former ISO 3166-2 code. @example 'GR-A1' */
  isoLegacyCode: string;

  /** First digits of its postcodes; the longest that fits a postcode counts. @example ['10', '11'] */
  postcodePrefixes: string[];
}

export class PersonTypeItemResponse extends CodedItemResponse implements ItemOf<'personTypes'> {
  /** Whether it is an individual, who must have first name, father's name, birth date and gender. @example true */
  individual: boolean;

  /** Letter of the type in the tax register: Φ individual, Ν legal entity. @example 'Φ' */
  letter: string;
}

export class JobItemResponse extends CodedItemResponse implements ItemOf<'jobs'> {
  /** Level in ISCO-08: 1 major, 2 sub-major, 4 unit group; 0 for persons without an occupation. @example 4 */
  level: number;

  /** Whether it is one of the basic groups (levels 1 and 2). @example true */
  basicJob: boolean;

  /** Code of the group it belongs to; absent at the top. @example '24' */
  parentCode?: string;
}

export class BankItemResponse extends CodedItemResponse implements ItemOf<'banks'> {
  /** 0 bank, 1 leasing company. @example '0' */
  type: string;

  /** Business identifier code (SWIFT), where known. @example 'ETHNGRAA' */
  bic?: string;
}

export class TaxOfficeItemResponse extends CodedItemResponse implements ItemOf<'doy'> {
  /** Prefecture of the office. Codes: `GET /parameters-api/prefectures`. @example '02' */
  prefectureCode: string;

  /** Remark on the office's past, in English. @example 'Older code of Cholargos (now 1151)' */
  note?: string;
}

export class NationalityItemResponse extends CodedItemResponse implements ItemOf<'nationalities'> {
  /** ISO 3166-1 code of three letters. @example 'GRC' */
  alpha3: string;

  /** ISO 3166-1 numeric code. @example '300' */
  numeric: string;

  /** Whether the country is a member of the European Union. @example true */
  euMember: boolean;
}

export class MarketingConsentItemResponse implements ItemOf<'marketingConsents'> {
  /** Purpose of the consent, sent as `master_id`. @example 1 */
  masterId: number;

  /** Channel or recipient within the purpose, sent as `id`. @example 101 */
  id: number;

  /** Title of the purpose in the language of the request. @example 'Προωθητικές ενέργειες της εταιρείας' */
  masterTitle: string;

  /** Title of the purpose in English. @example 'Marketing communication of the company' */
  masterTitleEn: string;

  /** Title of the channel or recipient in the language of the request. @example 'Email' */
  title: string;

  /** Title of the channel or recipient in English. @example 'Email' */
  titleEn: string;

  /** The answers that can be given: 0 no, 1 yes. @example ['0', '1'] */
  answers: string[];

  /** The answer to offer at first. @example '0' */
  defaultAnswer: string;

  /** False for one that is retired: refused on new input, kept on what is stored. @example true */
  active: boolean;
}

export class DocumentCategoryItemResponse implements ItemOf<'documentCategories'> {
  /** The id, as `category_id` and `categoryId` take it. @example 11 */
  id: number;

  /** Title in the language of the request. @example 'Φωτογραφίες κτιρίου' */
  title: string;

  /** Title in English. @example 'Photographs of the building' */
  titleEn: string;

  /** Line of business: fire, motor or all. @example 'fire' */
  line: string;

  /** Whether only the system makes such documents; those are not listed here. @example false */
  systemGenerated: boolean;

  /** False for one that is retired: refused on new input, kept on what is stored. @example true */
  active: boolean;
}

export class ServiceRequestCategoryItemResponse implements ItemOf<'serviceRequestCategories'> {
  /** The id, as `category` of a service request takes it. @example 'MOTOR' */
  id: string;

  /** Description in the language of the request. @example 'Ασφάλιση αυτοκινήτου - συμβόλαια και αιτήσεις' */
  description: string;

  /** Description in English. @example 'Motor - policies and applications' */
  descriptionEn: string;

  /** False for one that is retired: refused on new input, kept on what is stored. @example true */
  active: boolean;
}
