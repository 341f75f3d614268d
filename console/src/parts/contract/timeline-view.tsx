import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import '../../messages/clients.js';
import { useText, type MessageId } from '../../messages/language.js';
import { useFormat } from '../format.js';
import type { Page } from '../list-search.js';
import { Loaded } from '../states.js';
import { Terms } from './terms.js';

type StaffEntry = Schema<'TimelineEntryResponse'>;
type AgentEntry = Schema<'AgentTimelineEntryResponse'>;

const MOST = 500;

const ACTORS: Readonly<Record<NonNullable<AgentEntry['actor']>, MessageId>> = {
  agent: 'role.agent',
  customer: 'column.client',
  bank: 'timeline.bank',
  insurer: 'timeline.insurer',
};

/** History of an application for staff, latest first. */
export function TimelineView({ id }: { readonly id: number }): ReactNode {
  const timeline = useGet('/backoffice-api/applications/{id}/timeline', { path: { id }, query: { limit: MOST } });
  return <Timeline of={timeline} actorOf={({ actorName }) => actorName} detailOf={(entry) => <StaffDetail entry={entry} />} />;
}

/** History of an application for its agent, without the insurer's own work (console.181). */
export function AgentTimelineView({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const timeline = useGet('/backoffice-api/portfolio/{id}/timeline', { path: { id }, query: { limit: MOST } });
  return (
    <Timeline
      of={timeline}
      actorOf={({ actor }) => (actor === null ? null : t(ACTORS[actor]))}
      detailOf={(entry) => (
        <div className="pre">
          <Detail entry={entry} />
        </div>
      )}
    />
  );
}

interface TimelineProps<Entry> {
  readonly of: UseQueryResult<Result<Page<Entry>>, Problem>;
  readonly actorOf: (entry: Entry) => string | null;
  readonly detailOf: (entry: Entry) => ReactNode;
}

function Timeline<Entry extends Pick<AgentEntry, 'id' | 'title' | 'at'>>({ of, actorOf, detailOf }: TimelineProps<Entry>): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  return (
    <div className="card-body">
      <Loaded of={of}>
        {({ body }) => (
          <>
            {body.total > body.items.length && <p className="quiet">{t('timeline.first', { n: body.items.length, of: body.total })}</p>}
            <ol className="timeline">
              {[...body.items].reverse().map((entry) => (
                <li key={entry.id}>
                  <strong>{entry.title}</strong>
                  <div className="quiet small">{[moment(entry.at), actorOf(entry)].filter((part) => part !== null).join(' · ')}</div>
                  {detailOf(entry)}
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </div>
  );
}

function StaffDetail({ entry }: { readonly entry: StaffEntry }): ReactNode {
  const { payment, message, note } = entry;
  return (
    <div className="pre">
      <Detail entry={entry} reference={payment?.reference} />
      {message !== null && <div>{message.text}</div>}
      {note !== null && <div>{note}</div>}
    </div>
  );
}

type CommonParts = 'decision' | 'document' | 'receipt' | 'cancellation' | 'transition' | 'payment';

interface DetailProps {
  readonly entry: Pick<AgentEntry, CommonParts>;
  /** The bank's reference of a payment. */
  readonly reference?: string;
}

function Detail({ entry, reference }: DetailProps): ReactNode {
  const { money, day } = useFormat();
  const { transition, decision, document, receipt, payment, cancellation } = entry;
  return (
    <>
      {transition !== null && (
        <div>
          {transition.fromStatusTitle !== null && transition.fromStatus !== transition.toStatus && `${transition.fromStatusTitle} → `}
          {transition.toStatusTitle}
        </div>
      )}
      {decision !== null && (
        <>
          {decision.terms !== null && <Terms terms={decision.terms} />}
          {decision.messages.map(({ text }, index) => (
            <div key={index}>{text}</div>
          ))}
        </>
      )}
      {document !== null && <div>{[document.categoryTitle, document.fileName, document.comments].filter(Boolean).join(' · ')}</div>}
      {receipt !== null && <div>{`${receipt.receiptNo} · ${money(receipt.gross)} · ${day(receipt.dueDate)}`}</div>}
      {payment !== null && <div>{[money(payment.amount), reference].filter(Boolean).join(' · ')}</div>}
      {cancellation !== null && (
        <div>{[cancellation.date === null ? null : day(cancellation.date), cancellation.reasonTitle].filter(Boolean).join(' · ')}</div>
      )}
    </>
  );
}
