import { IsoDate, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { COMMISSION_KINDS } from '../../record/money/commission/commission-rates.dto.js';
import { LINE_CODES } from '../../record/reference/products/line-table.js';

const MAX_CODE = 20;

export class CommissionQuery {
  /** Agent of the token or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;
}

export class CommissionListQuery extends PageQuery {
  /** Agent of the token or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;
}

export class CommissionRatesQuery extends CommissionQuery {
  /** Line of business. @example 'fire' */
  @Required()
  @OneOf(LINE_CODES)
  line: string;

  /** Start date of a policy; today when absent. @example '2026-12-01' */
  @IsoDate()
  start_date?: string;
}

export class CommissionRateResponse {
  /** Code of the agent if the rate is for it alone; null for its commission type. @example '10001' */
  agent_code: string | null;
  /** Commission type; null for a rate of the agent alone. @example 'AGENCY' */
  agent_type: string | null;
  /** Bundle of the tariff; null: any. @example '103' */
  bundle: string | null;
  /** Cover of the tariff; null: any. @example '005' */
  cover: string | null;
  /** NEW, RENEWAL or AMENDMENT; null: any. @example 'NEW' */
  kind: (typeof COMMISSION_KINDS)[number] | null;
  /** Percent of the net premium. @example 20 */
  percent: number;
}

export class CommissionRatesResponse {
  /** Code of the agent. @example '10001' */
  agent_code: string;
  /** Line of business. @example 'fire' */
  line: string;
  /** Number of the version; null when none is valid then. @example 1 */
  version: number | null;
  /** First start date of policies that earn by it; null without a version. @example '2026-01-01' */
  valid_from: string | null;
  /** Rates of the agent. The most specific one that matches counts: agent, then cover, bundle, kind. */
  rates: CommissionRateResponse[];
}

export class CommissionStatementSummary {
  /** Id of the statement. @example 7 */
  id: number;
  /** Code of the agent. @example '10001' */
  agent_code: string;
  /** Month of the commission. @example '2026-11' */
  month: string;
  /** Series and number. @example '26K 1' */
  number: string;
  /** Commission earned, euro. @example 120.5 */
  earned: number;
  /** Commission taken back, euro; zero or below. @example -20.5 */
  taken_back: number;
  /** Carried from the previous statement, euro; zero or below. @example 0 */
  carried: number;
  /** Part of the commission that is on the agent's account, euro. @example 0 */
  netted: number;
  /** Tax withheld, percent. @example 20 */
  withholding_percent: number;
  /** Tax withheld, euro. @example 20 */
  tax: number;
  /** Amount that is paid out or offset, euro. @example 80 */
  due: number;
  /** Carried to the next statement, euro; zero or below. @example 0 */
  carried_forward: number;
  /** PAYOUT to the bank account, or OFFSET on the account with the insurer. @example 'PAYOUT' */
  settlement: string;
  /** Time of approval, local time in Athens. @example '2026-12-01T10:15:00' */
  approved_at: string;
}

export class CommissionProduction {
  /** NEW, RENEWAL, INSTALMENT or REFUND, as receipts have it. @example 'NEW' */
  kind: string;
  /** Number of receipts. @example 3 */
  receipts: number;
  /** Gross premium, euro. @example 997.92 */
  gross: number;
  /** Net premium, euro. @example 756 */
  net: number;
  /** Commission, euro. @example 151.2 */
  commission: number;
}

export class CommissionByRate {
  /** Line of business. @example 'fire' */
  line: string;
  /** Percent of the net premium. @example 20 */
  percent: number;
  /** Net premium of the covers with this rate, euro. @example 756 */
  net: number;
  /** Commission, euro. @example 151.2 */
  commission: number;
}

export class CommissionEntryResponse {
  /** Time of booking, local time in Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** Line of business. @example 'fire' */
  line: string;
  /** Number of the policy. @example 'P260000001' */
  policy_no: string;
  /** Id of the policy. @example 1 */
  application_id: number;
  /** Name of the policyholder; null after an erasure. @example 'Παπαδοπούλου Ελένη' */
  client_name: string | null;
  /** Number of the receipt. @example 17 */
  receipt_no: number;
  /** Series and number of the receipt. @example '26F 17' */
  receipt: string;
  /** Kind of the receipt. @example 'NEW' */
  kind: string;
  /** Whether it reverses the commission of the receipt. @example false */
  is_reversal: boolean;
  /** Gross premium, euro. @example 332.64 */
  gross: number;
  /** Net premium, euro. @example 252 */
  net: number;
  /** Commission, euro. @example 50.4 */
  commission: number;
}

export class CommissionStatementDetails extends CommissionStatementSummary {
  /** Receipts by kind. */
  production: CommissionProduction[];
  /** Commission by line and rate. */
  rates: CommissionByRate[];
  /** Receipts of the page, in the order of their bookings. */
  entries: CommissionEntryResponse[];
}
