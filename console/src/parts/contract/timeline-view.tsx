import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../format.js';
import { Loaded } from '../states.js';
import { Terms } from './terms.js';

type Entry = Schema<'TimelineEntryResponse'>;

const MOST = 500;

/** History of an application, latest first. */
export function TimelineView({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const timeline = useGet('/backoffice-api/applications/{id}/timeline', { path: { id }, query: { limit: MOST } });
  return (
    <div className="card-body">
      <Loaded of={timeline}>
        {({ body }) => (
          <>
            {body.total > body.items.length && <p className="quiet">{t('timeline.first', { n: body.items.length, of: body.total })}</p>}
            <ol className="timeline">
              {[...body.items].reverse().map((entry) => (
                <li key={entry.id}>
                  <strong>{entry.title}</strong>
                  <div className="quiet small">
                    {moment(entry.at)}
                    {entry.actorName !== null && ` · ${entry.actorName}`}
                  </div>
                  <Detail entry={entry} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Detail({ entry }: { readonly entry: Entry }): ReactNode {
  const { money, day } = useFormat();
  const { transition, decision, document, receipt, payment, cancellation, message, note } = entry;
  return (
    <div className="pre">
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
      {payment !== null && <div>{`${money(payment.amount)} · ${payment.reference}`}</div>}
      {cancellation !== null && (
        <div>{[cancellation.date === null ? null : day(cancellation.date), cancellation.reasonTitle].filter(Boolean).join(' · ')}</div>
      )}
      {message !== null && <div>{message.text}</div>}
      {note !== null && <div>{note}</div>}
    </div>
  );
}
