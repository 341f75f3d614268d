import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { formatMoment } from '../../../common/formats.js';
import type { Language } from '../../../common/language.js';
import type { RecordMessage } from '../../core/applications/application.js';
import { Status, STATUSES } from '../../core/applications/status.js';
import { STATEMENTS, type CustomerAct } from '../../core/customer-acts/customer-act.js';
import type { ApplicationDocument, PrintedAnswers, PrintedCustomerAct } from '../../core/documents/rendering/application-document.types.js';
import { getDueDate } from '../../money/ledger/receipt-plan.js';
import { getLineRow } from '../../reference/products/line-table.js';
import type { AnswerGroup } from '../../reference/products/questionnaire-answers.js';
import { toContract, toObjectHeading, toPrintedTotals, type ContractFacts } from './policy-document.mapper.js';
import { formatAnswer } from './printed-answers.js';

export interface ApplicationDetails {
  readonly groups: readonly AnswerGroup[];
  readonly acts: readonly CustomerAct[];
  readonly approvedOn: LocalDate | null;
  readonly payBy: LocalDate | null;
}

export function toApplicationDocument(facts: ContractFacts, details: ApplicationDetails): ApplicationDocument {
  const { application, language, issuedAt } = facts;
  const { price, policyNo, line, messages } = application;
  const { groups, acts, approvedOn, payBy } = details;
  const contract = toContract(facts);
  return {
    ...contract,
    // The answers contain the details.
    objects: contract.objects.map((object) => ({ ...object, details: [] })),
    policyNo,
    applicationDate: toLocalDate(application.createdAt),
    status: STATUSES[payBy === null ? Status.CALCULATED : Status.PREPAY].title[language],
    totals: price && toPrintedTotals(price, facts),
    instalments: (price?.instalments ?? []).map(({ no, from, to, gross }, index) => {
      const due = index === 0 ? (payBy ?? toLocalDate(issuedAt)) : getDueDate(from, getLineRow(line));
      return { no, from, to, due, gross, status: 'PENDING' };
    }),
    answers: toPrintedAnswers(groups, language),
    approvedOn,
    deviations: messages.filter(isDeviation).map((message) => toPrintedDeviation(message, facts)),
    acts: acts.map((act) => toPrintedAct(act, language)),
  };
}

function toPrintedAnswers(groups: readonly AnswerGroup[], language: Language): PrintedAnswers[] {
  return groups.flatMap(({ title, answers }) => {
    const given = answers.filter(({ values, isAssigned }) => values.length > 0 && isAssigned !== true);
    if (given.length === 0) return [];
    const printed = given.map(({ label, values }) => ({ label: label[language], value: formatAnswer(values, label, language) }));
    return [{ title: title[language], answers: printed }];
  });
}

/** Messages that are no results of the rules: printed as terms, or said to the agent. */
const OTHER_MESSAGES = /^(APPROVAL_|UNDERWRITER$|REJECTED_BY_CUSTOMER$)/;

function isDeviation({ code, severity }: RecordMessage): boolean {
  return severity !== 'error' && !OTHER_MESSAGES.test(code);
}

function toPrintedDeviation({ path, text }: RecordMessage, { contract, language }: ContractFacts): string {
  const [, index] = /^\w+\[(\d+)\]/.exec(path) ?? [];
  const object = index === undefined ? null : toObjectHeading(contract, Number(index));
  return object === null ? text[language] : `${object}: ${text[language]}`;
}

function toPrintedAct(act: CustomerAct, language: Language): PrintedCustomerAct {
  const { kind, at, channel, sentTo, reason, answers, shownSha256: sha256 } = act;
  return {
    ...{ kind, channel, sentTo, reason, sha256 },
    at: formatMoment(at),
    answers: answers.map(({ code, given }) => {
      const statement = STATEMENTS.find((one) => one.code === code);
      return { text: statement?.text[language] ?? code, isGiven: given };
    }),
    isSignature: kind === 'ACCEPTED' && channel === 'LINK',
  };
}
