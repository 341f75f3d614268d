import type { LocalDate } from '../../../../common/athens.js';
import type { Language } from '../../../../common/language.js';
import type { Amount } from '../../../../common/money.js';

/**
 * What is printed, as plain data that can be sent to another thread. Every text is free (cleaned when printed); amounts are decimal
 * texts (`332.64`), rates decimal fractions (`0.15`), dates `YYYY-MM-DD`. Titles of codes (kind of risk, frequency, tax class …) come in
 * as the texts to print, in the language of the document, so that fire and vehicle use the same documents.
 */

/** One printed row `label: value`; a row whose value is empty is left out. */
export interface LabelValue {
  readonly label: string;
  readonly value?: string | null;
}

export interface InsurerDetails {
  readonly name: string;
  readonly afm: string;
  readonly address: string;
  readonly phone?: string | null;
  readonly email?: string | null;
}

export interface AgentDetails {
  readonly code: string;
  readonly name: string;
}

export interface PersonDetails {
  readonly name: string;
  readonly afm: string;
  readonly address?: string | null;
}

export interface PrintedPeriod {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

export interface InsuredValue {
  /** Title of the insured group: `Κτίριο`. */
  readonly group: string;
  readonly amount: Amount;
}

/** A building, a vehicle: what it is in label/value rows. */
export interface InsuredObject {
  readonly title: string;
  readonly address?: string | null;
  readonly details: readonly LabelValue[];
  readonly insuredValues: readonly InsuredValue[];
}

export interface PrintedCover {
  /** Heading of the rows that follow it (the object they belong to); rows of one group stand together. Absent: no headings. */
  readonly group?: string | null;
  readonly code: string;
  readonly title: string;
  /** Title of what it covers: `Κτίριο`. */
  readonly insured?: string | null;
  readonly sumInsured?: Amount | null;
  /** `2% του ασφαλιζόμενου κεφαλαίου`. */
  readonly deductible?: string | null;
  readonly net: Amount;
}

export interface PrintedDiscount {
  readonly code?: string | null;
  readonly title: string;
  /** Decimal fraction: `0.05`. */
  readonly rate?: string | null;
  readonly amount?: Amount | null;
}

/** A tax class or a levy with its part of the premium; `rate` is a decimal fraction. */
export interface PrintedCharge {
  readonly title: string;
  readonly rate?: string | null;
  readonly amount: Amount;
}

export interface PrintedTotals {
  readonly net: Amount;
  readonly fee: Amount;
  readonly taxes: readonly PrintedCharge[];
  readonly levies: readonly PrintedCharge[];
  readonly gross: Amount;
}

export type PaymentStatus = 'PENDING' | 'PAID' | 'CANCELLED';

export interface PrintedInstalment {
  readonly no: number;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly due: LocalDate;
  readonly gross: Amount;
  readonly status: PaymentStatus;
}

/** What an underwriter added to an approval (applications.12). */
export interface PrintedApprovalTerms {
  /** Percent, not a fraction: `10` or `12.5`. */
  readonly loadingPercent?: string | null;
  readonly deductible?: Amount | null;
  readonly note?: string | null;
  readonly excludedCovers?: readonly { readonly code: string; readonly title: string }[];
}

export interface PrintedDocument {
  /** Of every word that is not free text. Greek is the document, English a copy of it that says so (documents.16). */
  readonly language: Language;
  readonly insurer: InsurerDetails;
  /** Instant of issue: its Athens date is printed and it is the PDF's creation date, so that the same data gives the same bytes. */
  readonly issuedAt: Date;
  /** ISO 4217: `EUR`. */
  readonly currency: string;
  /** Marks every page as a document of the sandbox, without effect. */
  readonly sandbox?: boolean;
}

/** The legal texts alone, to be looked at before they are in force. */
export interface LegalTextsDocument extends PrintedDocument {
  readonly legal: PrintedLegalTexts;
}

interface PrintedContract extends PrintedDocument {
  /** Line of business: `Ασφάλιση πυρός`. */
  readonly line: string;
  readonly applicationNo: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly period: PrintedPeriod;
  /** Title: `Εξαμηνιαία`. */
  readonly paymentFrequency: string;
  /** Further facts of the contract as a whole: bundle, deductibles, mortgagee … */
  readonly facts?: readonly LabelValue[];
  readonly objects: readonly InsuredObject[];
  readonly covers: readonly PrintedCover[];
  readonly discounts: readonly PrintedDiscount[];
  readonly instalments: readonly PrintedInstalment[];
  readonly terms?: PrintedApprovalTerms | null;
}

/** When cover begins and ends in Greece: `2026-12-01T00:00`. */
export interface PrintedHours {
  readonly start: string;
  readonly end: string;
}

/** A right of the policyholder: what it is, and the declaration above the lines of its form. */
export interface PrintedRight {
  readonly text: string;
  readonly form: string;
}

/** Whom to reach, and how. */
export interface PrintedContact {
  readonly text: string;
  readonly phone: string;
  readonly address: string;
  readonly email: string;
}

/** What the insurer's lawyers say, filled in (documents.17). */
export interface PrintedLegalTexts {
  readonly version: number;
  /** Absent in a line of which the settings say nothing; so are the claims. */
  readonly generalConditions?: { readonly title: string; readonly reference: string; readonly version: string; readonly url: string };
  readonly claims?: PrintedContact & { readonly hours: string; readonly friendlySettlementPhone: string | null };
  readonly objection: PrintedRight;
  readonly withdrawal: PrintedRight;
  readonly complaints: PrintedContact & { readonly department: string };
  readonly outOfCourt: string;
}

export interface PolicyDocument extends PrintedContract {
  readonly policyNo: string;
  readonly hours: PrintedHours;
  readonly legal: PrintedLegalTexts;
  readonly totals: PrintedTotals;
}

export interface ApplicationDocument extends PrintedContract {
  readonly policyNo?: string | null;
  readonly applicationDate: LocalDate;
  /** Title of the application's status. */
  readonly status: string;
  /** Absent while the application has no price. */
  readonly totals?: PrintedTotals | null;
}

export interface PaymentNotification extends PrintedDocument {
  /** RF creditor reference as it is paid, without blanks. */
  readonly paymentCode: string;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
  readonly payer: PersonDetails;
  readonly applicationNo: string;
  readonly policyNo?: string | null;
  readonly line?: string | null;
  readonly agent?: AgentDetails | null;
  /** The period that the amount pays for. */
  readonly period?: PrintedPeriod | null;
}

export type PrintedReceiptKind = 'NEW' | 'INSTALMENT' | 'RENEWAL' | 'REFUND';

export interface PrintedReceiptPayment {
  readonly method: 'CHARGE' | 'RF';
  readonly reference?: string | null;
  readonly paidOn?: LocalDate | null;
}

/** What became of a refund that was owed to the policyholder: another edition of its receipt. */
export interface PrintedPayout {
  /** From 2 on. */
  readonly edition: number;
  /** Of the transfer, as the bank passes it on: `REFUND-12-7`. */
  readonly reference: string;
  /** Country and last four characters: `GR…0695`; null when it is not kept any more. */
  readonly account: string | null;
  readonly paidOn: LocalDate;
  /** When the bank sent the money back; null while it is paid. */
  readonly returnedOn: LocalDate | null;
}

export interface ReceiptDocument extends PrintedDocument {
  /** The number alone, and the series in which it is the only one. */
  readonly receiptNo: string;
  readonly series: string;
  readonly kind: PrintedReceiptKind;
  readonly status: PaymentStatus;
  readonly policyNo: string;
  readonly applicationNo?: string | null;
  readonly line?: string | null;
  readonly client: PersonDetails;
  readonly insured?: PersonDetails | null;
  readonly agent?: AgentDetails | null;
  readonly period: PrintedPeriod;
  readonly dueDate: LocalDate;
  readonly covers: readonly PrintedCover[];
  readonly totals: PrintedTotals;
  readonly payment?: PrintedReceiptPayment | null;
  /** Absent in the first edition. */
  readonly payout?: PrintedPayout | null;
}

/** An amount that was paid: what the insurer keeps of it, and what goes back. They add up. */
export interface PrintedShare {
  readonly paid: Amount;
  readonly earned: Amount;
  readonly returned: Amount;
}

/** A paid receipt of a policy that ends before its time. */
export interface PrintedReturn extends PrintedShare {
  /** With its series. */
  readonly receiptNo: string;
  readonly period: PrintedPeriod;
  readonly payment: PrintedReceiptPayment;
  /** The receipt that gives it back; null when nothing of it goes back. */
  readonly refund: { readonly receiptNo: string; readonly payment: PrintedReceiptPayment } | null;
}

/** The act by which a policy ends before its time. */
export interface CancellationDocument extends PrintedDocument {
  /** With its series. */
  readonly actNo: string;
  readonly kind: 'CANCELLATION' | 'WITHDRAWAL' | 'NON_PAYMENT';
  readonly reason: string | null;
  /** The day as which begins nothing is covered any more. */
  readonly coverEnds: LocalDate;
  readonly policyNo: string;
  readonly applicationNo: string;
  readonly line: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  /** Titles of the insured objects. */
  readonly objects: readonly string[];
  readonly period: PrintedPeriod;
  readonly receipts: readonly PrintedReturn[];
  /** Of all receipts together. */
  readonly parts: Readonly<Record<'net' | 'fee' | 'tax' | 'levy' | 'gross', PrintedShare>>;
  /** What was still to be paid and no longer is. */
  readonly notOwed: readonly Pick<PrintedInstalment, 'no' | 'from' | 'to' | 'gross'>[];
}

/** A country of the international motor insurance system. */
export interface PrintedCountry {
  /** Distinguishing sign: `CY`. */
  readonly sign: string;
  /** In Greek and English. */
  readonly title: string;
  /** Stands in the frame of the European Economic Area. */
  readonly isEea: boolean;
  /** Else its box is crossed out. */
  readonly isCovered: boolean;
  /** Where cover ends inside the country; null where it does not. */
  readonly limit: string | null;
}

/** The international motor insurance card of a vehicle. */
export interface GreenCardDocument extends PrintedDocument {
  readonly policyNo: string;
  /** The insurer's code at its bureau. */
  readonly insurerCode: string;
  readonly plateNo: string | null;
  /** Stands for a plate that there is none of. */
  readonly chassisNo: string | null;
  /** Letter of the international category: `A`. */
  readonly category: string;
  readonly make: string;
  /** Name and address, line by line. */
  readonly policyholder: readonly string[];
  readonly issuer: readonly string[];
  /** Both days are inside. */
  readonly period: PrintedPeriod;
  readonly countries: readonly PrintedCountry[];
}
