import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import { type Amount, toNumber } from '../../../common/money.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { getStatusTitle } from '../../../record/core/applications/status.js';
import type { Answer, AnswerGroup, AnswerValue } from '../../../record/reference/products/questionnaire-answers.js';
import { listTitles } from '../../../record/reference/tariffs/tariff-titles.js';

const APPLICATION: Text = { el: 'Αίτηση', en: 'Application' };
const PRICE: Text = { el: 'Τιμή (€)', en: 'Price (€)' };
const APPROVAL: Text = { el: 'Έγκριση', en: 'Approval' };

export function toAnswerGroups(
  { line, status, policyNo, issueDate, endDate, messages, price, approval }: ApplicationRecord,
  environment: Environment,
): AnswerGroup[] {
  const lines = (price?.lines ?? []).map((priceLine, index): Answer => {
    const label = listTitles(environment).textOf('covers', { code: priceLine.cover, title: priceLine.title });
    const key = `price.lines#${priceLine.object}|${priceLine.group ?? ''}|${priceLine.cover}`;
    return { key, path: `price.lines[${index}].net`, label, values: amount(priceLine.net) };
  });
  const terms = approval?.terms;
  const excludedCovers = (terms?.excludedCovers ?? []).map((value) => ({ value, title: null }));
  const messageValues = messages.map(({ code, text }) => ({ value: code, title: text }));
  return [
    {
      path: '',
      title: APPLICATION,
      answers: [
        answer('status', 'Κατάσταση', 'Status', [{ value: status, title: getStatusTitle(status, line) }]),
        answer('policyNo', 'Αριθμός συμβολαίου', 'Policy number', plain(policyNo)),
        answer('issueDate', 'Ημερομηνία έκδοσης', 'Day of issue', plain(issueDate)),
        answer('endDate', 'Λήξη ασφάλισης', 'End of insurance', plain(endDate)),
        answer('messages', 'Μηνύματα', 'Messages', messageValues),
      ],
    },
    {
      path: 'price',
      title: PRICE,
      answers: [
        answer('price.tariff', 'Τιμολόγιο', 'Tariff', plain(price && `${price.tariffCode} ${price.tariffVersion}`)),
        ...lines,
        answer('price.net', 'Καθαρά ασφάλιστρα', 'Net', amount(price?.net)),
        answer('price.fee', 'Δικαίωμα συμβολαίου', 'Fee', amount(price?.fee)),
        answer('price.taxTotal', 'Φόροι', 'Taxes', amount(price?.taxTotal)),
        answer('price.levyTotal', 'Εισφορές', 'Levies', amount(price?.levyTotal)),
        answer('price.gross', 'Ολικά ασφάλιστρα', 'Gross', amount(price?.gross)),
      ],
    },
    {
      path: 'approval',
      title: APPROVAL,
      answers: [
        answer('approval.approvedBy', 'Από', 'By', plain(approval?.approvedBy)),
        answer('approval.terms.loadingPercent', 'Επασφάλιστρο (%)', 'Loading (%)', plain(terms?.loadingPercent)),
        answer('approval.terms.excludedCovers', 'Εξαιρούμενες καλύψεις', 'Excluded covers', excludedCovers),
        answer('approval.terms.deductible', 'Απαλλαγή (€)', 'Deductible (€)', plain(terms?.deductible)),
        answer('approval.terms.note', 'Σημείωση', 'Note', plain(terms?.note)),
      ],
    },
  ];
}

function answer(path: string, el: string, en: string, values: readonly AnswerValue[]): Answer {
  return { key: path, path, label: { el, en }, values };
}

function plain(value: string | null | undefined): AnswerValue[] {
  return value === null || value === undefined ? [] : [{ value, title: null }];
}

function amount(value: Amount | undefined): AnswerValue[] {
  return value === undefined ? [] : [{ value: toNumber(value), title: null }];
}
