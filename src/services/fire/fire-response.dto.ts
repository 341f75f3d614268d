import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { PriceFiguresResponse, PriceLineFiguresResponse, TaxShareResponse } from '../../record/core/lines/price.dto.js';
import { FireApplicationFieldsRequest } from './fire-application.dto.js';
import { FireObjectFieldsRequest } from './fire-object.dto.js';
import { FireClientDto, FirePersonDto } from './fire-person.dto.js';

export class FireMessageResponse {
  /** Code of the rule; IGNORED for a field of the body that is not known. @example 'F25-03' */
  code: string;
  /** error: completes to status 00; referral: to 25; warning: for information; info: about this call only, not kept. @example referral */
  severity: 'error' | 'referral' | 'warning' | 'info';
  /** Place in the application. @example 'objects_insured[0]' */
  path: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με πλημμύρα' */
  text: string;
}

/** The price of one cover on one group of one object. */
export class FirePricingLineResponse extends PriceLineFiguresResponse {
  /** Insured object, from 1 in the order of `objects_insured`. @example 1 */
  object: number;
  /** Insured group; null for a cover of the whole object. @example '01' */
  group: string | null;
  /** Tax class. @example 'FIRE' */
  tax_class: string;
  /** What the cover insures, euro; null for a cover without a sum. @example 150000 */
  sum_insured: number | null;
  /** Discount rate after the cap. @example 0 */
  discount_rate: number;
  /** Loading for paying in instalments, euro. @example 0 */
  frequency_loading: number;
  /** Raise to the minimum premium of the cover, euro. @example 12.46 */
  minimum_line?: number;
  /** Raise to the minimum premium of the application, euro. @example 34.96 */
  minimum_top_up?: number;
}

export class FirePricingResponse extends PriceFiguresResponse {
  /** Version of the tariff that priced it. @example 1 */
  tariff_version: number;
  /** Raise to the minimum premium that the net contains, euro. @example 0 */
  minimum_top_up: number;
  /** Taxes by class. */
  taxes: TaxShareResponse[];
  /** All taxes, euro. @example 55.44 */
  tax_total: number;
  /** All levies, euro. @example 0 */
  levy_total: number;
  /** One line per object, cover and group, in tariff order. */
  lines: FirePricingLineResponse[];
}

export class FireLastReceiptResponse {
  /** Number of the receipt. @example 1 */
  receipt_no: number;
  /** Instalment it pays, from 1. @example 1 */
  instalment_no: number;
  /** Day of issue. @example '2026-11-21' */
  issue_date: string;
  /** First day of the period. @example '2026-12-01' */
  period_from: string;
  /** Day the next period begins. @example '2027-12-01' */
  period_to: string;
  /** Paid, euro. @example 332.64 */
  gross: number;
}

export class LinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/fire-api/rsc/applications/1' */
  href: string;
}

@AnswerTo(FireObjectFieldsRequest)
export class FireObjectResponse extends FireObjectFieldsRequest {
  /** Whether the object counts for the property tax reduction (ENFIA). @example true */
  enfia_eligible: boolean;
}

/** A fire application or policy, as every operation of the service returns it. */
@AnswerTo(FireApplicationFieldsRequest, 'messages')
export class FireApplicationResponse {
  /** Id, up to 10 digits. @example 1 */
  id: number;
  /** Number of the application. @example 'F260000001' */
  application_no: string;
  /** Number of the policy, reserved at prepay. @example 'P260000001' */
  policy_no: string | null;
  /** POLICY from issue on. @example APPLICATION */
  type: 'APPLICATION' | 'POLICY';
  /** Status code. @example '01' */
  status_code: string;
  /** Status in the language of the call. @example 'Υπολογισμένη' */
  status_title: string;
  /** '0' once the status is final. @example '1' */
  active: '0' | '1';
  /** Start of insurance. @example '2026-12-01' */
  start_date: string;
  /** End of insurance. @example '2027-12-01' */
  end_date: string;
  /** Next anniversary. @example '2027-12-01' */
  anniversary_date: string;
  /** Day the policy was issued. @example '2026-11-21' */
  issue_date: string | null;
  /** Months between payments. @example 12 */
  pay_frequency_in_months: number;
  /** Contact way. @example '01' */
  contact_way_code: string;
  /** How the customer accepts. @example '02' */
  application_acceptance_method: string;
  /** Agent the application belongs to. @example '10001' */
  agent_code: string;
  /** Subagent. @example '1000101' */
  subagent_code: string | null;
  /** Servicing agent (brokers only). @example '10003' */
  service_code: string | null;
  /** Agent that earns the commission (brokers only). @example '10003' */
  commission_code: string | null;
  /** Recipient of the policy. */
  client: FireClientDto;
  /** Insured person. */
  insured: FirePersonDto;
  /** Insured objects. */
  objects_insured: FireObjectResponse[];
  /** Price; null in status 00. */
  pricing: FirePricingResponse | null;
  /** Messages of the calculation and the underwriter. */
  messages: FireMessageResponse[];
  /** Receipt paid last. */
  last_receipt: FireLastReceiptResponse | null;
  /** Policy whose next year this is; null when it is no renewal. @example 1 */
  renewal_of: number | null;
  /** Latest renewal of this policy, which may have been cancelled since; null before one is made. @example 2 */
  renewed_by: number | null;
  /** Where to go from here. */
  links: LinkResponse[];
  /** Version, one more with every change. @example 1 */
  version: number;
  /** Time of entry, Athens. @example '2026-11-21T10:15:00' */
  created_at: string;
  /** Time of the last change, Athens. @example '2026-11-21T10:15:00' */
  updated_at: string;
}
