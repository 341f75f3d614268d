import { toLocalDateTime } from '../../../common/athens.js';
import type { Language, Text } from '../../../common/language.js';
import { type Amount, amountToNumber } from '../../../common/money.js';
import type { RecordMessage } from '../../../record/core/applications/application.js';
import type { Terms } from '../../../record/core/applications/approval.js';
import type { Action } from '../../../record/core/applications/state-table.js';
import { type Status, STATUSES } from '../../../record/core/applications/status.js';
import type { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { ACTION_TITLES } from './action-titles.js';
import type { TimelineEntryResponse } from './application-timeline.dto.js';
import type { TimelineKind, TimelineRow } from './application-timeline.repository.js';
import type { StaffTermsResponse } from './staff-price.dto.js';

const KIND_TITLES: Readonly<Record<Exclude<TimelineKind, 'transition'>, Text>> = {
  receipt_issued: { el: 'Έκδοση απόδειξης', en: 'Receipt issued' },
  receipt_paid: { el: 'Πληρωμή απόδειξης', en: 'Receipt paid' },
  receipt_refunded: { el: 'Επιστροφή ασφαλίστρων', en: 'Premium refunded' },
  receipt_cancelled: { el: 'Ακύρωση απόδειξης', en: 'Receipt cancelled' },
  document_uploaded: { el: 'Υποβολή εγγράφου', en: 'Document uploaded' },
  document_printed: { el: 'Εκτύπωση εγγράφου', en: 'Document printed' },
  payment_received: { el: 'Πληρωμή σε τράπεζα', en: 'Payment at a bank' },
  payment_resolved: { el: 'Τακτοποίηση εκκρεμούς πληρωμής', en: 'Suspended payment resolved' },
  message_opened: { el: 'Μήνυμα προς το προσωπικό', en: 'Message to staff' },
  message_closed: { el: 'Το μήνυμα τακτοποιήθηκε', en: 'Message dealt with' },
  note_written: { el: 'Σημείωση', en: 'Note' },
  refund_paid: { el: 'Πληρωμή επιστροφής', en: 'Refund paid' },
  refund_returned: { el: 'Η τράπεζα γύρισε την επιστροφή', en: 'Refund returned by the bank' },
};

interface TransitionFacts {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
  readonly action: Action;
  readonly reason: string | null;
  readonly decision: { readonly decision: string; readonly terms: Terms | null; readonly messages: readonly RecordMessage[] } | null;
}

interface DocumentFacts {
  readonly documentId: number;
  readonly categoryId: number;
  readonly fileName: string;
  readonly comments: string | null;
}

interface ReceiptFacts {
  readonly receiptNo: number;
  readonly receiptKind: string;
  readonly instalmentNo: number;
  readonly gross: Amount;
  readonly dueDate: string;
  readonly method: string | null;
}

interface PaymentFacts {
  readonly amount: Amount;
  readonly reference: string;
  readonly outcome: string;
  readonly receiptNo: number | null;
}

interface MessageFacts {
  readonly messageId: number;
  readonly messageKind: string;
  readonly text: Text;
}

type Parts = Omit<TimelineEntryResponse, 'id' | 'kind' | 'title' | 'at' | 'actor' | 'actorName' | 'agentCode'>;

const NO_PARTS: Parts = { transition: null, decision: null, document: null, receipt: null, payment: null, message: null, note: null };

export function toTimelineEntry(row: TimelineRow, language: Language, lists: ReferenceLists): TimelineEntryResponse {
  const { id, kind, at, actor, actorName, agentCode, facts } = row;
  const title = kind === 'transition' ? ACTION_TITLES[(facts as unknown as TransitionFacts).action] : KIND_TITLES[kind];
  return {
    id,
    kind,
    title: title[language],
    at: toLocalDateTime(at),
    actor,
    actorName,
    agentCode,
    ...NO_PARTS,
    ...partOf(kind, facts, language, lists),
  };
}

function partOf(kind: TimelineKind, facts: unknown, language: Language, lists: ReferenceLists): Partial<Parts> {
  if (kind === 'transition') return transitionOf(facts as TransitionFacts, language);
  if (kind.startsWith('document')) return { document: documentOf(facts as DocumentFacts, language, lists) };
  if (kind.startsWith('receipt')) return { receipt: receiptOf(facts as ReceiptFacts) };
  if (kind.startsWith('payment') || kind.startsWith('refund')) return { payment: paymentOf(facts as PaymentFacts) };
  if (kind === 'note_written') return { note: (facts as { readonly text: string }).text };
  const { messageId, messageKind, text } = facts as MessageFacts;
  return { message: { id: messageId, kind: messageKind, text: text[language] } };
}

function transitionOf({ fromStatus, toStatus, action, reason, decision }: TransitionFacts, language: Language): Partial<Parts> {
  const fromStatusTitle = fromStatus && STATUSES[fromStatus].title[language];
  const transition = { fromStatus, fromStatusTitle, toStatus, toStatusTitle: STATUSES[toStatus].title[language], action, reason };
  if (decision === null) return { transition };
  const messages = decision.messages.map(({ code, severity, path, text }) => ({ code, severity, path, text: text[language] }));
  return { transition, decision: { decision: decision.decision, terms: decision.terms as StaffTermsResponse | null, messages } };
}

function documentOf({ documentId: id, categoryId, fileName, comments }: DocumentFacts, language: Language, lists: ReferenceLists) {
  return { id, categoryId, categoryTitle: lists.title('documentCategories', categoryId)?.[language] ?? null, fileName, comments };
}

function receiptOf({ receiptNo, receiptKind: kind, instalmentNo, gross, dueDate, method }: ReceiptFacts) {
  return { receiptNo, kind, instalmentNo, gross: amountToNumber(gross), dueDate, method };
}

function paymentOf({ amount, reference, outcome, receiptNo }: PaymentFacts) {
  return { amount: amountToNumber(amount), reference, outcome, receiptNo };
}
