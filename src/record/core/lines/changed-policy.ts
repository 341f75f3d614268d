import type { LocalDate } from '../../../common/athens.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { calculateChangedRisk } from '../../../pricing/calculate-change.js';
import type { Facts } from '../../../pricing/facts.js';
import type { RuleMessage } from '../../../pricing/price.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Terms } from '../applications/approval.js';
import { buildCalculationMessages, getStatusUnder } from '../applications/calculated-application.js';
import { findSince, type CalculatedChange, type PolicyChange, type RatedSegment } from './change.js';

export type Since<Q> = (read: (questionnaire: Q) => unknown) => LocalDate | undefined;

interface RatedChange<Q> {
  readonly tariff: Tariff;
  readonly buildFacts: (questionnaire: Q, since: Since<Q>) => Facts;
  readonly listObjectIds: (questionnaire: Q) => readonly number[];
}

/** Terms of an approval apply to the objects that it was given for. */
export function calculateChangedPolicy<Q>({ history, next }: PolicyChange<Q>, rated: RatedChange<Q>): CalculatedChange {
  const { tariff, buildFacts, listObjectIds } = rated;
  const segments = [...history, next];
  const before = history.at(-1) ?? history[0];
  const factsOf = ({ questionnaire }: RatedSegment<Q>) => buildFacts(questionnaire, (read) => findSince(segments, questionnaire, read));
  const ids = listObjectIds(next.questionnaire);
  const findIndex = ({ questionnaire }: RatedSegment<Q>, index: number) =>
    listObjectIds(questionnaire).findIndex((id) => id === ids[index]);
  const calculation = calculateChangedRisk(
    {
      before: factsOf(before),
      after: factsOf(next),
      indexBefore: (index) => findIndex(before, index),
      termsOf: (index) => mergeTerms(segments.filter((segment) => findIndex(segment, index) >= 0)),
    },
    tariff,
  );
  const terms = calculation.hasRefusedTerms === true ? null : mergeTerms(segments);
  const messages = calculation.messages.map(addRemedy);
  return {
    status: getStatusUnder(next.approval, calculation),
    price: calculation.price,
    messages: buildCalculationMessages(terms, messages, tariff),
    enfiaEligible: calculation.enfiaEligible,
    terms,
  };
}

export function mergeTerms(segments: readonly Pick<RatedSegment<unknown>, 'approval'>[]): Terms | null {
  const given = segments.flatMap(({ approval }) => Object.entries(approval?.terms ?? {}).filter(([, term]) => term !== undefined));
  return given.length === 0 ? null : Object.fromEntries(given);
}

function addRemedy(message: RuleMessage): RuleMessage {
  if (message.code !== ErrorCode.NO_TABLE_ROW) return message;
  return { ...message, text: { el: `${message.text.el} ${REMEDY.el}`, en: `${message.text.en} ${REMEDY.en}` } };
}

const REMEDY: Text = {
  el: 'Το συμβόλαιο τιμολογείται ως τη λήξη του με το τιμολόγιο της έκδοσής του. Ακυρώστε το και υποβάλετε νέα αίτηση.',
  en: 'Until it ends, the policy is priced with the tariff of its issue. Cancel it and submit a new application.',
};
