import { addMonths, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import type { Calculation, RuleMessage, PayFrequencyMonths } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { ApplicationFields, RecordMessage, Severity } from './application.js';
import { findApproval, type Approval, type Terms } from './approval.js';
import { Status, type CalculatedStatus } from './status.js';
import { formatEuro, formatPercent } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';

type RatedFields = Pick<
  ApplicationFields,
  'startDate' | 'endDate' | 'payFrequencyMonths' | 'clientAfm' | 'clientName' | 'price' | 'enfiaEligible' | 'messages' | 'calculatedAt'
>;

export interface CalculatedApplication {
  readonly status: CalculatedStatus;
  readonly fields: RatedFields;
  readonly tariff: Tariff | undefined;
  readonly frozenUntil?: LocalDate;
}

interface RatedQuestionnaire {
  readonly startDate: LocalDate;
  readonly payFrequencyMonths: PayFrequencyMonths;
  readonly client: { readonly afm: string; readonly lastName: string; readonly firstName?: string | undefined };
  readonly approval: Approval | null;
  readonly riskHash: () => string;
  readonly tariff: Tariff | undefined;
  readonly calculate: (tariff: Tariff, terms: Terms | null) => Calculation;
  readonly frozenUntil?: LocalDate | undefined;
}

const MONTHS_INSURED = 12;

export function calculateApplication({ at }: OperationContext, rated: RatedQuestionnaire): CalculatedApplication {
  const { startDate, payFrequencyMonths, client, tariff, frozenUntil } = rated;
  const approval = findApproval(rated.approval, rated.riskHash);
  const calculation = tariff ? rated.calculate(tariff, approval?.terms ?? null) : NO_TARIFF;
  return {
    status: getStatusUnder(approval, calculation),
    tariff,
    frozenUntil,
    fields: {
      startDate,
      endDate: addMonths(startDate, MONTHS_INSURED),
      payFrequencyMonths,
      clientAfm: client.afm,
      clientName: [client.lastName, client.firstName].filter(Boolean).join(' '),
      price: calculation.price,
      enfiaEligible: calculation.enfiaEligible,
      messages: buildCalculationMessages(calculation.hasRefusedTerms === true ? null : approval?.terms, calculation.messages, tariff),
      calculatedAt: at,
    },
  };
}

const NO_TARIFF: Calculation = {
  status: Status.IN_ENTRY,
  messages: [{ code: ErrorCode.NO_TARIFF, outcome: Status.IN_ENTRY, where: 'application', text: ERROR_TEXTS[ErrorCode.NO_TARIFF] }],
  price: null,
  enfiaEligible: [],
};

export function getStatusUnder(approval: Approval | null, { status, hasRefusedTerms }: Calculation): CalculatedStatus {
  return approval !== null && hasRefusedTerms !== true && status === Status.NEEDS_APPROVAL ? Status.CALCULATED : status;
}

const SEVERITIES: Readonly<Record<RuleMessage['outcome'], Severity>> = { '00': 'error', '25': 'referral', WARN: 'warning' };

export function buildCalculationMessages(
  terms: Terms | null | undefined,
  messages: readonly RuleMessage[],
  tariff: Tariff | undefined,
): RecordMessage[] {
  return [...(terms && tariff ? buildTermsMessages(terms, tariff) : []), ...buildRuleMessages(messages)];
}

export function buildRuleMessages(messages: readonly RuleMessage[]): RecordMessage[] {
  return messages.map(({ code, outcome, where, text }) => ({ code, severity: SEVERITIES[outcome], path: where, text }));
}

export function buildTermsMessages({ loadingPercent, excludedCovers = [], deductible, note }: Terms, tariff: Tariff): RecordMessage[] {
  const messages: RecordMessage[] = [];
  if (loadingPercent !== undefined) messages.push(toMessage('APPROVAL_LOADING', loading(loadingPercent)));
  for (const code of excludedCovers) {
    const cover = tariff.covers.get(code);
    messages.push(toMessage('APPROVAL_EXCLUDED_COVER', excluded(code, cover && formatItem('covers', cover))));
  }
  if (deductible !== undefined) messages.push(toMessage('APPROVAL_DEDUCTIBLE', getDeductible(deductible)));
  if (note !== undefined) messages.push(toMessage('APPROVAL_NOTE', toNote(note)));
  return messages;
}

function toMessage(code: string, text: Text): RecordMessage {
  return { code, severity: 'warning', path: 'application', text };
}

function loading(percent: string): Text {
  return {
    el: `Όρος έγκρισης: επασφάλιστρο ${formatPercent(percent, 'el')}.`,
    en: `Term of approval: loading of ${formatPercent(percent, 'en')}.`,
  };
}

function excluded(code: string, title: Text = { el: '', en: '' }): Text {
  return {
    el: `Όρος έγκρισης: εξαιρείται η κάλυψη ${`${code} ${title.el}`.trim()}.`,
    en: `Term of approval: cover ${`${code} ${title.en}`.trim()} is excluded.`,
  };
}

function getDeductible(amount: string): Text {
  const { el, en } = formatEuro(amount);
  return { el: `Όρος έγκρισης: απαλλαγή ${el} ανά ζημιά.`, en: `Term of approval: excess of ${en} for each claim.` };
}

function toNote(note: string): Text {
  return { el: `Όρος έγκρισης: ${note}`, en: `Term of approval: ${note}` };
}
