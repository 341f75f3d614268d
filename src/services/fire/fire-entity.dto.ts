import { FireObjectDto } from './fire-object.dto.js';
import { FireClientDto, FirePersonDto } from './fire-person.dto.js';

/** One share of the tax. */
export class FireTaxEntity {
  /**
   * Tax class of the tariff.
   * @example 'FIRE'
   */
  tax_class: string;
  /**
   * Net premium of the class, euro.
   * @example 252
   */
  net: number;
  /**
   * The class's share of the policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /**
   * Tax rate.
   * @example 0.2
   */
  rate: number;
  /**
   * Tax, euro: (net + fee) × rate.
   * @example 55.44
   */
  tax: number;
}

/** A levy on the net premium of certain covers. */
export class FireLevyEntity {
  /**
   * Code of the levy.
   * @example 'AUX_FUND'
   */
  code: string;
  /**
   * Net premium it is taken from, euro.
   * @example 231.25
   */
  base: number;
  /**
   * Rate of the levy.
   * @example 0.018
   */
  rate: number;
  /**
   * Levy, euro.
   * @example 4.16
   */
  amount: number;
}

/** One instalment of the premium; all of them add up to the gross exactly. */
export class FireInstalmentEntity {
  /**
   * Number, from 1.
   * @example 1
   */
  no: number;
  /**
   * First day of the period.
   * @example '2026-12-01'
   */
  from: string;
  /**
   * Day the next period begins.
   * @example '2027-12-01'
   */
  to: string;
  /**
   * Net premium, euro.
   * @example 252
   */
  net: number;
  /**
   * Policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /**
   * Taxes, euro.
   * @example 55.44
   */
  tax: number;
  /**
   * Levies, euro.
   * @example 0
   */
  levy: number;
  /**
   * To pay, euro.
   * @example 332.64
   */
  gross: number;
}

/** One step of the calculation of a line: sum, limit, rate, flat, base, percent, factor, loading or minimum. */
export class FireTraceEntity {
  /**
   * Kind of step.
   * @example 'factor'
   */
  step: string;
  /**
   * Table of the tariff the value was read from.
   * @example 'T_EQ_ZONE'
   */
  table?: string;
  /**
   * Key it was read with; empty when the fact is absent.
   * @example '2'
   */
  key?: string;
  /**
   * Cover whose technical premium a percentage is taken of.
   * @example 'M01'
   */
  of?: string;
  /**
   * That premium, euro.
   * @example '231.25'
   */
  base?: string;
  /**
   * Value as the tariff writes it.
   * @example '0.95'
   */
  value: string;
}

/** The price of one cover on one group of one object. */
export class FirePricingLineEntity {
  /**
   * Insured object, from 1 in the order of `objects_insured`.
   * @example 1
   */
  object: number;
  /**
   * Insured group; null for a cover of the whole object.
   * @example '01'
   */
  group: string | null;
  /**
   * Cover.
   * @example '005'
   */
  cover: string;
  /**
   * Title of the cover.
   * @example 'Σεισμός'
   */
  title: string;
  /**
   * Tax class.
   * @example 'FIRE'
   */
  tax_class: string;
  /**
   * What the cover insures, euro; null for a cover without a sum.
   * @example 150000
   */
  sum_insured: number | null;
  /**
   * Technical premium, euro.
   * @example 142.5
   */
  technical: number;
  /**
   * Discount rate after the cap.
   * @example 0
   */
  discount_rate: number;
  /**
   * Discount, euro.
   * @example 0
   */
  discount: number;
  /**
   * Loading for paying in instalments, euro.
   * @example 0
   */
  frequency_loading: number;
  /**
   * Raise to the minimum premium of the cover, euro.
   * @example 12.46
   */
  minimum_line?: number;
  /**
   * Raise to the minimum premium of the application, euro.
   * @example 34.96
   */
  minimum_top_up?: number;
  /**
   * Net premium, euro.
   * @example 142.5
   */
  net: number;
  /** How the technical premium came about, step by step. */
  trace: FireTraceEntity[];
}

/** The price of an application. */
export class FirePricingEntity {
  /**
   * Version of the tariff that priced it.
   * @example 1
   */
  tariff_version: number;
  /**
   * Net premium, euro.
   * @example 252
   */
  net: number;
  /**
   * Raise to the minimum premium that the net contains, euro.
   * @example 0
   */
  minimum_top_up: number;
  /**
   * Policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /** Taxes by class. */
  taxes: FireTaxEntity[];
  /**
   * All taxes, euro.
   * @example 55.44
   */
  tax_total: number;
  /** Levies. */
  levies: FireLevyEntity[];
  /**
   * All levies, euro.
   * @example 0
   */
  levy_total: number;
  /**
   * To pay for the whole year, euro.
   * @example 332.64
   */
  gross: number;
  /** The payments, in order. */
  instalments: FireInstalmentEntity[];
  /** One line per object, cover and group, in tariff order. */
  lines: FirePricingLineEntity[];
}

/** What the calculation or the underwriter says. */
export class FireMessageEntity {
  /**
   * Code of the rule.
   * @example 'F25-03'
   */
  code: string;
  /**
   * error: completes to status 00; referral: to 25; warning: for information.
   * @example referral
   */
  severity: 'error' | 'referral' | 'warning';
  /**
   * Place in the application.
   * @example 'objects_insured[0]'
   */
  path: string;
  /**
   * Text in the language of the call.
   * @example 'Απόσταση από ρέμα κάτω των 50 μ. με πλημμύρα'
   */
  text: string;
}

/** The receipt paid last. */
export class FireLastReceiptEntity {
  /**
   * Number of the receipt.
   * @example 1
   */
  receipt_no: number;
  /**
   * Instalment it pays, from 1.
   * @example 1
   */
  instalment_no: number;
  /**
   * Day of issue.
   * @example '2026-11-21'
   */
  issue_date: string;
  /**
   * First day of the period.
   * @example '2026-12-01'
   */
  period_from: string;
  /**
   * Day the next period begins.
   * @example '2027-12-01'
   */
  period_to: string;
  /**
   * Paid, euro.
   * @example 332.64
   */
  gross: number;
}

/** Where to go from here. */
export class LinkEntity {
  /**
   * Relation.
   * @example 'self'
   */
  rel: string;
  /**
   * Address.
   * @example 'https://localhost:8443/fire-api/rsc/applications/1'
   */
  href: string;
}

/** An insured object as stored: with its ids. */
export class FireObjectEntity extends FireObjectDto {
  /**
   * Whether the object counts for the property tax reduction (ENFIA).
   * @example true
   */
  enfia_eligible: boolean;
}

/** A fire application or policy, as every operation of the service answers it. */
export class FireApplicationEntity {
  /**
   * Id, up to 10 digits.
   * @example 1
   */
  id: number;
  /**
   * Number of the application.
   * @example 'F260000001'
   */
  application_no: string;
  /**
   * Number of the policy, reserved at prepay.
   * @example 'P260000001'
   */
  policy_no: string | null;
  /**
   * POLICY from issue on.
   * @example APPLICATION
   */
  type: 'APPLICATION' | 'POLICY';
  /**
   * Status code.
   * @example '01'
   */
  status_code: string;
  /**
   * Status in the language of the call.
   * @example 'Υπολογισμένη'
   */
  status_title: string;
  /**
   * '0' once the status is final.
   * @example '1'
   */
  active: '0' | '1';
  /**
   * Start of insurance.
   * @example '2026-12-01'
   */
  start_date: string;
  /**
   * End of insurance.
   * @example '2027-12-01'
   */
  end_date: string;
  /**
   * Next anniversary.
   * @example '2027-12-01'
   */
  anniversary_date: string;
  /**
   * Day the policy was issued.
   * @example '2026-11-21'
   */
  issue_date: string | null;
  /**
   * Months between payments.
   * @example 12
   */
  pay_frequency_in_months: number;
  /**
   * Contact way.
   * @example '01'
   */
  contact_way_code: string;
  /**
   * How the customer accepts.
   * @example '02'
   */
  application_acceptance_method: string;
  /**
   * Agent the application belongs to.
   * @example '10001'
   */
  agent_code: string;
  /**
   * Subagent.
   * @example '1000101'
   */
  subagent_code: string | null;
  /**
   * Servicing agent (brokers only).
   * @example '10003'
   */
  service_code: string | null;
  /**
   * Agent that earns the commission (brokers only).
   * @example '10003'
   */
  commission_code: string | null;
  /** Recipient of the policy. */
  client: FireClientDto;
  /** Insured person. */
  insured: FirePersonDto;
  /** Insured objects. */
  objects_insured: FireObjectEntity[];
  /** Price; null in status 00. */
  pricing: FirePricingEntity | null;
  /** Messages of the calculation and the underwriter. */
  messages: FireMessageEntity[];
  /** Receipt paid last. */
  last_receipt: FireLastReceiptEntity | null;
  /** Where to go from here. */
  links: LinkEntity[];
  /**
   * Version, one more with every change.
   * @example 1
   */
  version: number;
  /**
   * Time of entry, Athens.
   * @example '2026-11-21T10:15:00'
   */
  created_at: string;
  /**
   * Time of the last change, Athens.
   * @example '2026-11-21T10:15:00'
   */
  updated_at: string;
}
