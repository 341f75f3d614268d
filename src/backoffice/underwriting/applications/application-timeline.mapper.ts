import { toLocalDateTime } from '../../../common/athens.js';
import type { Language, Text } from '../../../common/language.js';
import type { RecordMessage } from '../../../record/core/applications/application.js';
import type { Terms } from '../../../record/core/applications/approval.js';
import { getStatusTitle, type Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import type { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { ACTION_TITLES, type Action } from '../../../record/core/applications/action.js';
import {
  AGENT_TIMELINE_ACTORS,
  type AgentTimelineActor,
  type AgentTimelineEntryResponse,
  type TimelineCancellationResponse,
  type TimelineDocumentResponse,
  type TimelineEntryResponse,
  type TimelineLetterResponse,
  type TimelineMessageResponse,
  type TimelinePaymentResponse,
  type TimelineReceiptResponse,
} from './application-timeline.dto.js';
import { LETTER_ROWS, type LetterKind } from '../../../record/reference/settings/letter-texts.js';
import type { TimelineKind, TimelineRow } from './application-timeline.repository.js';
import { toMessages } from './staff-application.mapper.js';
import type { StaffTermsResponse } from './staff-application.dto.js';

const KIND_TITLES: Readonly<Record<Exclude<TimelineKind, 'transition'>, Text>> = {
  receipt_issued: { el: 'Έκδοση απόδειξης', en: 'Receipt issued' },
  receipt_paid: { el: 'Πληρωμή απόδειξης', en: 'Receipt paid' },
  receipt_refunded: { el: 'Επιστροφή ασφαλίστρων', en: 'Premium refunded' },
  receipt_cancelled: { el: 'Ακύρωση απόδειξης', en: 'Receipt cancelled' },
  document_uploaded: { el: 'Υποβολή εγγράφου', en: 'Document uploaded' },
  document_printed: { el: 'Εκτύπωση εγγράφου', en: 'Document printed' },
  payment_received: { el: 'Είσπραξη μέσω τράπεζας', en: 'Payment through a bank' },
  payment_resolved: { el: 'Τακτοποίηση εκκρεμότητας', en: 'Suspense item resolved' },
  message_opened: { el: 'Μήνυμα προς το προσωπικό', en: 'Message to staff' },
  message_closed: { el: 'Το μήνυμα τακτοποιήθηκε', en: 'Message resolved' },
  letter_written: { el: 'Επιστολή προς τον πελάτη', en: 'Letter to the customer' },
  letter_mailed: { el: 'Αποστολή επιστολής με email', en: 'Letter mailed' },
  note_written: { el: 'Σημείωση', en: 'Note' },
  refund_paid: { el: 'Πληρωμή επιστροφής', en: 'Refund paid' },
  cancellation_dropped: { el: 'Η προγραμματισμένη ακύρωση έπαψε να ισχύει', en: 'Scheduled cancellation no longer applies' },
  refund_returned: { el: 'Η τράπεζα επέστρεψε ανεκτέλεστη τη μεταφορά', en: 'Transfer returned by the bank' },
};

type CancellationFacts = Omit<TimelineCancellationResponse, 'reasonTitle'>;

interface TransitionFacts {
  readonly fromStatus: Status | null;
  readonly toStatus: Status;
  readonly action: Action;
  readonly reason: string | null;
  readonly cancellation: CancellationFacts | null;
  readonly decision: { readonly decision: string; readonly terms: Terms | null; readonly messages: readonly RecordMessage[] } | null;
}

type Parts = Omit<TimelineEntryResponse, 'id' | 'kind' | 'title' | 'at' | 'actor' | 'actorName' | 'agentCode'>;

const NO_PARTS: Parts = {
  transition: null,
  decision: null,
  document: null,
  receipt: null,
  payment: null,
  cancellation: null,
  message: null,
  note: null,
  letter: null,
};

interface TimelineContext {
  readonly language: Language;
  readonly lists: ReferenceLists;
  readonly line: LineCode;
}

export function toTimelineEntry(row: TimelineRow, context: TimelineContext): TimelineEntryResponse {
  const { id, kind, at, actor, actorName, agentCode, facts } = row;
  const title = kind === 'transition' ? ACTION_TITLES[(facts as TransitionFacts).action] : KIND_TITLES[kind];
  return {
    id,
    kind,
    title: title[context.language],
    at: toLocalDateTime(at),
    actor,
    actorName,
    agentCode,
    ...NO_PARTS,
    ...toParts(kind, facts, context),
  };
}

/** Omits names, reasons and references, which are internal. */
export function toAgentTimelineEntry(row: TimelineRow, context: TimelineContext): AgentTimelineEntryResponse {
  const { id, kind, title, at, actor, decision, document, receipt, cancellation, ...entry } = toTimelineEntry(row, context);
  const { transition, payment, letter } = entry;
  return {
    id,
    kind,
    title,
    at,
    actor: actor === null ? null : toAgentTimelineActor(actor),
    transition: transition && omit(transition, 'reason'),
    decision,
    document,
    receipt,
    payment: payment && omit(payment, 'reference'),
    cancellation,
    letter: letter && omit(letter, 'mayBeDouble'),
  };
}

function toAgentTimelineActor(actor: string): AgentTimelineActor {
  return AGENT_TIMELINE_ACTORS.find((known) => known === actor) ?? 'insurer';
}

function omit<T extends object, Name extends keyof T>(part: T, name: Name): Omit<T, Name> {
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== name)) as Omit<T, Name>;
}

function toParts(kind: TimelineKind, facts: unknown, context: TimelineContext): Partial<Parts> {
  const { language, lists } = context;
  if (kind === 'transition') return toTransition(facts as TransitionFacts, context);
  if (kind === 'cancellation_dropped') return { cancellation: toCancellation(facts as CancellationFacts, context) };
  if (kind.startsWith('document')) {
    const document = facts as Omit<TimelineDocumentResponse, 'categoryTitle'>;
    return { document: { ...document, categoryTitle: lists.title('documentCategories', document.categoryId)?.[language] ?? null } };
  }
  if (kind.startsWith('receipt')) return { receipt: facts as TimelineReceiptResponse };
  if (kind.startsWith('payment') || kind.startsWith('refund')) return { payment: facts as TimelinePaymentResponse };
  if (kind.startsWith('letter')) {
    const letter = facts as Omit<TimelineLetterResponse, 'title'> & { readonly kind: LetterKind };
    return { letter: { ...letter, title: LETTER_ROWS[letter.kind].title[language] } };
  }
  if (kind === 'note_written') return { note: (facts as { readonly text: string }).text };
  const message = facts as Omit<TimelineMessageResponse, 'text'> & { readonly text: Text };
  return { message: { ...message, text: message.text[language] } };
}

function toCancellation(facts: CancellationFacts, { language, lists }: TimelineContext): TimelineCancellationResponse {
  return { ...facts, reasonTitle: lists.title('cancellationReasons', facts.reasonCode)?.[language] ?? null };
}

function toTransition(
  { fromStatus, toStatus, action, reason, decision, cancellation: cancelled }: TransitionFacts,
  context: TimelineContext,
): Partial<Parts> {
  const { language, line } = context;
  const fromStatusTitle = fromStatus && getStatusTitle(fromStatus, line)[language];
  const transition = { fromStatus, fromStatusTitle, toStatus, toStatusTitle: getStatusTitle(toStatus, line)[language], action, reason };
  const cancellation = cancelled && toCancellation(cancelled, context);
  if (decision === null) return { transition, cancellation };
  const terms = decision.terms as StaffTermsResponse | null;
  return { transition, decision: { decision: decision.decision, terms, messages: toMessages(decision, language) } };
}
