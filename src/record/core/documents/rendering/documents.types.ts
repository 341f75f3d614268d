import type { CertificateKind } from './certificate-texts.js';
import type { LocalDate } from '../../../../common/athens.js';
import type { Language } from '../../../../common/language.js';
import type { IpidSection } from '../../../../pricing/tariff-model.js';
import type { Amount } from '../../../../common/money.js';
import type { PaymentMethod, ReceiptKind, ReceiptStatus } from '../../applications/receipt.js';

// Plain data, because it is sent to another thread. Codes are replaced by titles in the language of the document.

/** A printed row `label: value`; a row without a value is left out. */
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
  /** Number in the general commercial registry (ΓΕΜΗ). */
  readonly gemi?: string;
  readonly seat?: string;
  /** Authorisation and supervision. */
  readonly registration?: string;
  readonly applicableLaw?: string;
}

export interface AgentDetails {
  readonly code: string;
  readonly name: string;
  /** Number in the register of insurance intermediaries. */
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
  /** `group` is the title of the insured group: `Κτίριο`. */
  readonly insuredValues: readonly { readonly group: string; readonly amount: Amount }[];
}

export interface PrintedCover {
  /** Heading of the rows that follow it, such as the object that they belong to; absent without headings. */
  readonly group?: string | null;
  readonly code: string;
  readonly title: string;
  /** Title of the insured group: `Κτίριο`. */
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

export interface PrintedCharge {
  readonly title: string;
  /** Decimal fraction: `0.15`. */
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

/** Terms of an approval (applications.12). */
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
  /** ISO 4217: `EUR`. */
  readonly currency: string;
  readonly sandbox?: boolean;
}

export interface LegalTextsDocument extends PrintedDocument {
  readonly legal: PrintedLegalTexts;
  readonly privacyNotice: string;
}

/** Terms of a line, which a customer reads before the contract. */
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
  /** PNG or JPEG in base64; null without a logo. */
  readonly logo: string | null;
  readonly recipient: { readonly name: string; readonly address: string | null };
  readonly title: string;
  /** Number of the policy, or of the application before it has one. */
  readonly number: string;
  readonly isPolicy: boolean;
  readonly subject: string;
  readonly body: string;
  readonly facts: readonly LabelValue[];
  readonly signature: string;
}

/** Insurance product information document (Regulation (EU) 2017/1469). */
export interface IpidDocument extends PrintedDocument {
  /** PNG or JPEG in base64; null without a logo. */
  readonly logo: string | null;
  readonly line: string;
  /** Title of the bundle. */
  readonly product: string;
  /** Tariff, version and bundle: `FIRE-SAMPLE 1 104`. */
  readonly reference: string;
  readonly sections: Readonly<Record<IpidSection, readonly string[]>>;
}

export interface PrintedContract extends PrintedDocument {
  /** Line of business: `Ασφάλιση πυρός`. */
  readonly line: string;
  readonly applicationNo: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly period: PrintedPeriod;
  /** Title: `Εξαμηνιαία`. */
  readonly paymentFrequency: string;
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
  /** End of the paid period, from which there is no cover without a payment; null where cover continues. */
  readonly paidEnd?: string | null;
  /** End of the paid period where cover continues after it; null when everything is paid. */
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
  /** Absent, as are the claims, in a line without settings for them. */
  readonly generalConditions?: { readonly title: string; readonly reference: string; readonly version: string; readonly url: string };
  readonly claims?: PrintedContact & { readonly hours: string; readonly friendlySettlementPhone: string | null };
  readonly objection: PrintedRight;
  readonly withdrawal: PrintedRight;
  readonly complaints: PrintedContact & { readonly department: string };
  readonly outOfCourt: string;
}

/** Exclusions and restrictions of a bundle, from its product information. */
export interface PrintedExclusions {
  /** Title of the bundle. */
  readonly title: string;
  readonly items: readonly string[];
}

/** Whether a bundle meets what the customer wants. */
export interface PrintedBundleFit {
  readonly title: string;
  readonly isOffered: boolean;
  /** Needs that it meets with a cover that can be added. */
  readonly addable: readonly string[];
  /** Needs that it does not meet. */
  readonly missing: readonly string[];
}

/** Statement of the customer's demands and needs. */
export interface PrintedNeeds {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  /** The offered ones first. */
  readonly bundles: readonly PrintedBundleFit[];
}

export interface OfferDocument extends PrintedDocument {
  readonly offerNo: string;
  readonly line: string;
  /** Null for a quote without an application, as are the parties. */
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
  /** Null when nothing was asked; absent in copies of earlier offers. */
  readonly needs?: PrintedNeeds | null;
  /** Steps until there is cover. */
  readonly missing: readonly string[];
  /** Warnings of the calculation. */
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

/** An amendment that a printed contract contains. */
export interface PrintedAct {
  readonly no: number;
  /** Title of the kind. */
  readonly kind: string;
  readonly effectiveOn: LocalDate;
  readonly issuedOn: LocalDate;
}

/** A policy as it covers a day, with the amendments that are effective then. */
export interface ConsolidatedDocument extends PrintedContract {
  readonly policyNo: string;
  readonly on: LocalDate;
  /** Instant as of which the contract is known, in Greece; null for the time of the print. */
  readonly asOf: string | null;
  /** Days with this content, from the first to the one after the last. */
  readonly stretch: PrintedPeriod;
  readonly acts: readonly PrintedAct[];
  /** First day without a paid period; null where cover continues unpaid. */
  readonly paidUntil: LocalDate | null;
  readonly totals: PrintedTotals;
}

/** A certificate that a policy covers a day. */
export interface CertificateDocument extends ConsolidatedDocument {
  readonly certificate: CertificateKind;
  /** Titles of the covers of its kind that the policy lacks. */
  readonly notCovered: readonly string[];
}

export interface PaymentNotification extends PrintedDocument {
  /** RF creditor reference, without blanks. */
  readonly paymentCode: string;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
  readonly payer: PersonDetails;
  readonly applicationNo: string;
  readonly policyNo?: string | null;
  readonly line?: string | null;
  readonly agent?: AgentDetails | null;
  /** Period that the amount pays for. */
  readonly period?: PrintedPeriod | null;
}

export interface PrintedReceiptPayment {
  readonly method: PaymentMethod;
  readonly reference?: string | null;
  readonly paidOn?: LocalDate | null;
}

export interface PrintedPayout {
  /** From 2 on. */
  readonly edition: number;
  readonly reference: string;
  /** Country and last four characters: `GR…0695`; null once it is deleted. */
  readonly account: string | null;
  readonly paidOn: LocalDate;
  /** Day on which the bank returned the money; null unless it did. */
  readonly returnedOn: LocalDate | null;
}

export interface ReceiptDocument extends PrintedDocument {
  /** Series and number. */
  readonly number: string;
  readonly kind: ReceiptKind;
  /** Number of the amendment of an ENDORSEMENT. */
  readonly amendmentNo?: number | null;
  /** Whether other receipts of the same amendment take up what it gives back. */
  readonly isOffset?: boolean;
  readonly status: ReceiptStatus;
  readonly policyNo: string;
  readonly applicationNo?: string | null;
  readonly line?: string | null;
  readonly client: PersonDetails;
  readonly insured?: PersonDetails | null;
  readonly agent?: AgentDetails | null;
  readonly period: PrintedPeriod;
  /** Days without cover before a late payment; null without such days. */
  readonly gap?: PrintedPeriod | null;
  readonly dueDate: LocalDate;
  readonly covers: readonly PrintedCover[];
  readonly totals: PrintedTotals;
  readonly payment?: PrintedReceiptPayment | null;
  /** Absent in the first edition. */
  readonly payout?: PrintedPayout | null;
}
