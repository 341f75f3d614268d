import type { CertificateKind } from './certificate-texts.js';
import type { LocalDate } from '../../../../common/athens.js';
import type { Language } from '../../../../common/language.js';
import type { IpidSection } from '../../../../pricing/tariff-model.js';
import type { Amount } from '../../../../common/money.js';
import type { PaymentMethod, ReceiptKind, ReceiptStatus } from '../../applications/receipt.js';

// Plain data, because it is sent to another thread. Codes are replaced by titles in the language of the document.

/** A row without a value is left out. */
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
  readonly gemi?: string;
  readonly seat?: string;
  readonly registration?: string;
  readonly applicableLaw?: string;
}

export interface AgentDetails {
  readonly code: string;
  readonly name: string;
  readonly licenceNo?: string | null;
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

export interface InsuredObject {
  readonly title: string;
  readonly address?: string | null;
  readonly details: readonly LabelValue[];
  readonly insuredValues: readonly { readonly group: string; readonly amount: Amount }[];
}

export interface PrintedCover {
  readonly group?: string | null;
  readonly code: string;
  readonly title: string;
  readonly insured?: string | null;
  readonly sumInsured?: Amount | null;
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

export interface PrintedInstalment {
  readonly no: number;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly due: LocalDate;
  readonly gross: Amount;
  readonly status: ReceiptStatus;
}

export interface PrintedApprovalTerms {
  /** Percent, not a fraction: `10` or `12.5`. */
  readonly loadingPercent?: string | null;
  readonly deductible?: Amount | null;
  readonly note?: string | null;
  readonly excludedCovers?: readonly { readonly code: string; readonly title: string }[];
}

export interface PrintedDocument {
  /** Greek for the document, English for a copy of it (documents.16). */
  readonly language: Language;
  readonly insurer: InsurerDetails;
  /** Instant of issue; also the creation date of the PDF, so that the same data gives the same bytes. */
  readonly issuedAt: Date;
  readonly currency: string;
  readonly sandbox?: boolean;
}

export interface LegalTextsDocument extends PrintedDocument {
  readonly legal: PrintedLegalTexts;
  readonly privacyNotice: string;
}

export interface TermsDocument extends PrintedDocument {
  /** PNG or JPEG in base64; null without a logo. */
  readonly logo: string | null;
  readonly line: string;
  readonly version: string;
  readonly legal: PrintedLegalTexts;
}

export interface PrivacyDocument extends Pick<TermsDocument, keyof PrintedDocument | 'logo' | 'version'> {
  /** Paragraphs are separated by line breaks. */
  readonly text: string;
}

export interface LetterDocument extends PrintedDocument {
  readonly logo: string | null;
  readonly recipient: { readonly name: string; readonly address: string | null };
  readonly title: string;
  readonly number: string;
  readonly isPolicy: boolean;
  readonly subject: string;
  readonly body: string;
  readonly facts: readonly LabelValue[];
  readonly signature: string;
}

/** Product information by Regulation (EU) 2017/1469. */
export interface IpidDocument extends PrintedDocument {
  readonly logo: string | null;
  readonly line: string;
  readonly product: string;
  readonly reference: string;
  readonly sections: Readonly<Record<IpidSection, readonly string[]>>;
}

export interface PrintedContract extends PrintedDocument {
  readonly line: string;
  readonly applicationNo: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly period: PrintedPeriod;
  readonly paymentFrequency: string;
  readonly facts?: readonly LabelValue[];
  readonly objects: readonly InsuredObject[];
  readonly covers: readonly PrintedCover[];
  readonly discounts: readonly PrintedDiscount[];
  readonly instalments: readonly PrintedInstalment[];
  readonly terms?: PrintedApprovalTerms | null;
}

/** Times in Greece: `2026-12-01T00:00`. */
export interface PrintedHours {
  readonly start: string;
  readonly end: string;
  /** There is no cover after it without a payment; null where cover continues. */
  readonly paidEnd?: string | null;
  /** Cover continues after it; null when everything is paid. */
  readonly paidTo?: LocalDate | null;
}

export interface PrintedRight {
  readonly text: string;
  readonly form: string;
}

interface PrintedContact {
  readonly text: string;
  readonly phone: string;
  readonly address: string;
  readonly email: string;
}

export interface PrintedLegalTexts {
  readonly version: number;
  readonly generalConditions?: { readonly title: string; readonly reference: string; readonly version: string; readonly url: string };
  readonly claims?: PrintedContact & { readonly hours: string; readonly friendlySettlementPhone: string | null };
  readonly objection: PrintedRight;
  readonly withdrawal: PrintedRight;
  readonly complaints: PrintedContact & { readonly department: string };
  readonly outOfCourt: string;
}

export interface PrintedExclusions {
  readonly title: string;
  readonly items: readonly string[];
}

export interface PrintedBundleFit {
  readonly title: string;
  readonly isOffered: boolean;
  readonly addable: readonly string[];
  readonly missing: readonly string[];
}

export interface PrintedNeeds {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  readonly bundles: readonly PrintedBundleFit[];
}

export interface OfferDocument extends PrintedDocument {
  readonly offerNo: string;
  readonly line: string;
  readonly applicationNo: string | null;
  readonly client: PersonDetails | null;
  readonly insured: PersonDetails | null;
  readonly agent: AgentDetails;
  readonly validUntil: LocalDate;
  readonly period: PrintedPeriod;
  readonly paymentFrequency: string;
  readonly facts: readonly LabelValue[];
  readonly objects: readonly InsuredObject[];
  readonly covers: readonly PrintedCover[];
  readonly discounts: readonly PrintedDiscount[];
  readonly terms: PrintedApprovalTerms | null;
  readonly totals: PrintedTotals;
  readonly instalments: readonly PrintedInstalment[];
  readonly exclusions: readonly PrintedExclusions[];
  readonly needs?: PrintedNeeds | null;
  readonly missing: readonly string[];
  readonly notes: readonly string[];
  readonly conditions: { readonly title: string; readonly reference: string; readonly version: string; readonly url: string } | null;
}

export interface PolicyDocument extends PrintedContract {
  readonly exclusions?: readonly PrintedExclusions[];
  readonly policyNo: string;
  readonly hours: PrintedHours;
  readonly legal: PrintedLegalTexts;
  readonly totals: PrintedTotals;
}

export interface PrintedAct {
  readonly no: number;
  readonly kind: string;
  readonly effectiveOn: LocalDate;
  readonly issuedOn: LocalDate;
}

export interface ConsolidatedDocument extends PrintedContract {
  readonly policyNo: string;
  readonly on: LocalDate;
  /** Moment in Greece; null for the time of the print. */
  readonly asOf: string | null;
  readonly stretch: PrintedPeriod;
  readonly acts: readonly PrintedAct[];
  /** First day without a paid period; null where cover continues unpaid. */
  readonly paidUntil: LocalDate | null;
  readonly totals: PrintedTotals;
}

export interface CertificateDocument extends ConsolidatedDocument {
  readonly certificate: CertificateKind;
  readonly notCovered: readonly string[];
}

export interface PaymentNotification extends PrintedDocument {
  readonly paymentCode: string;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
  readonly payer: PersonDetails;
  readonly applicationNo: string;
  readonly policyNo?: string | null;
  readonly line?: string | null;
  readonly agent?: AgentDetails | null;
  readonly period?: PrintedPeriod | null;
}

export interface PrintedReceiptPayment {
  readonly method: PaymentMethod;
  readonly reference?: string | null;
  readonly paidOn?: LocalDate | null;
}

export interface PrintedPayout {
  readonly edition: number;
  readonly reference: string;
  /** Country and last four characters: `GR…0695`; null once it is deleted. */
  readonly account: string | null;
  readonly paidOn: LocalDate;
  readonly returnedOn: LocalDate | null;
}

export interface ReceiptDocument extends PrintedDocument {
  readonly number: string;
  readonly kind: ReceiptKind;
  readonly amendmentNo?: number | null;
  readonly isOffset?: boolean;
  readonly status: ReceiptStatus;
  readonly policyNo: string;
  readonly applicationNo?: string | null;
  readonly line?: string | null;
  readonly client: PersonDetails;
  readonly insured?: PersonDetails | null;
  readonly agent?: AgentDetails | null;
  readonly period: PrintedPeriod;
  readonly gap?: PrintedPeriod | null;
  readonly dueDate: LocalDate;
  readonly covers: readonly PrintedCover[];
  readonly totals: PrintedTotals;
  readonly payment?: PrintedReceiptPayment | null;
  readonly payout?: PrintedPayout | null;
}
