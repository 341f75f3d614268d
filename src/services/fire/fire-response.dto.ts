import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { LinkResponse, MessageResponse } from '../../record/core/lines/application.dto.js';
import { PriceFiguresResponse, PriceLineFiguresResponse, TaxShareResponse } from '../../record/core/lines/price.dto.js';
import { FireApplicationFieldsRequest } from './fire-application.dto.js';
import { FireObjectFieldsRequest } from './fire-object.dto.js';
import { FireClientDto, FirePersonDto } from './fire-person.dto.js';

/** Price of a cover for a group of an insured object. */
export class FirePricingLineResponse extends PriceLineFiguresResponse {
  /** Position of the insured object in `objects_insured`, from 1. @example 1 */
  object: number;
  /** Insured group; null for a cover of the whole object. @example '01' */
  group: string | null;
  /** Tax class of the tariff. @example 'FIRE' */
  tax_class: string;
  /** Sum insured, euro; null for a cover without one. @example 150000 */
  sum_insured: number | null;
  /** Discount after the cap, as a fraction. @example 0 */
  discount_rate: number;
  /** Loading for paying in instalments, euro. @example 0 */
  frequency_loading: number;
  /** Increase to the minimum of the cover, euro; absent without one. @example 12.46 */
  minimum_line?: number;
  /** Share of the increase to the minimum of the tariff, euro; absent without one. @example 34.96 */
  minimum_top_up?: number;
}

export class FirePricingResponse extends PriceFiguresResponse {
  /** Version of the tariff that priced it. @example 1 */
  tariff_version: number;
  /** Increase to the minimum of the tariff, included in the net, euro. @example 0 */
  minimum_top_up: number;
  /** Taxes by class. */
  taxes: TaxShareResponse[];
  /** All taxes, euro. @example 55.44 */
  tax_total: number;
  /** All levies, euro. @example 0 */
  levy_total: number;
  /** One line for each object, cover and group, in tariff order. */
  lines: FirePricingLineResponse[];
}

export class FireLastReceiptResponse {
  /** Number of the receipt. @example 1 */
  receipt_no: number;
  /** Number of the instalment, from 1. @example 1 */
  instalment_no: number;
  /** Day of issue. @example '2026-11-21' */
  issue_date: string;
  /** First day of the period. @example '2026-12-01' */
  period_from: string;
  /** First day of the next period. @example '2027-12-01' */
  period_to: string;
  /** Paid amount, euro. @example 332.64 */
  gross: number;
}

@ResponseTo(FireObjectFieldsRequest)
export class FireObjectResponse extends FireObjectFieldsRequest {
  /** Whether the object reduces the property tax (ENFIA). @example true */
  enfia_eligible: boolean;
}

@ResponseTo(FireApplicationFieldsRequest, 'messages')
export class FireApplicationResponse {
  /** Only in the response to a charge that prepared the renewal and charged nothing. @example 'RENEWAL_PREPARED' */
  outcome?: 'RENEWAL_PREPARED';
  /** Id, up to 10 digits. @example 1 */
  id: number;
  /** Number of the application. @example 'F260000001' */
  application_no: string;
  /** Number of the policy, from prepay on; null before. @example 'P260000001' */
  policy_no: string | null;
  /** POLICY from issue on. @example APPLICATION */
  type: 'APPLICATION' | 'POLICY';
  /** Status code. @example '01' */
  status_code: string;
  /** Status in the language of the call. @example 'Τιμολογημένη' */
  status_title: string;
  /** '0' once the status is final. @example '1' */
  active: '0' | '1';
  /** Start of insurance. @example '2026-12-01' */
  start_date: string;
  /** End of insurance. @example '2027-12-01' */
  end_date: string;
  /** Next anniversary. @example '2027-12-01' */
  anniversary_date: string;
  /** Day of issue; null before. @example '2026-11-21' */
  issue_date: string | null;
  /** Months between payments. @example 12 */
  pay_frequency_in_months: number;
  /** Contact way. Codes: `GET /parameters-api/contactways`. @example '01' */
  contact_way_code: string;
  /** How the customer accepts. Codes: `GET /fire-api/parameters/acceptance_methods`. @example '02' */
  application_acceptance_method: string;
  /** Agent of the application. @example '10001' */
  agent_code: string;
  /** Subagent. Codes: `GET /parameters-api/subagents`. @example '1000101' */
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
  messages: MessageResponse[];
  /** Last paid receipt; null without one. */
  last_receipt: FireLastReceiptResponse | null;
  /** Id of the renewed policy; null for a new one. @example 1 */
  renewal_of: number | null;
  /** Id of the last renewal, cancelled or not; null without one. @example 2 */
  renewed_by: number | null;
  /** First day without cover of a scheduled cancellation; null without one. @example '2027-01-15' */
  cancels_on: string | null;
  /** Addresses of the next steps. */
  links: LinkResponse[];
  /** Version, incremented by each change. @example 1 */
  version: number;
  /** Time of insert, local time in Athens. @example '2026-11-21T10:15:00' */
  created_at: string;
  /** Time of the last change, local time in Athens. @example '2026-11-21T10:15:00' */
  updated_at: string;
}
