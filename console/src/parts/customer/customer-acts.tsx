import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { useCodes, type Titles } from '../codes.js';
import { NOTHING, useFormat } from '../format.js';
import { Facts } from '../page.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';

type Act = Schema<'StaffCustomerActResponse'>;

/** Parts of the stored text that was shown; which of them exist depends on the act. */
interface ShownParts {
  readonly number?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly gross?: string | null;
  readonly statement?: string;
  readonly documents?: readonly ShownDocument[];
  readonly statements?: readonly { readonly code: string; readonly text: string }[];
}
interface ShownDocument {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
  readonly sha256: string;
}

const KINDS: Titles = { ACCEPTED: 'act.ACCEPTED', REJECTED: 'act.REJECTED', WITHDRAWN: 'act.WITHDRAWN' };
export const ACT_CHANNELS: Titles = { LINK: 'act.LINK', AGENT: 'act.AGENT', STAFF: 'act.STAFF', SANDBOX: 'act.SANDBOX' };

/** Acts of the customer of an application, each with its evidence (customer.35). */
export function CustomerActs({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const acts = useGet('/backoffice-api/applications/{id}/customer-acts', { path: { id } });
  return (
    <section className="stack">
      <h2>{t('acts')}</h2>
      <Loaded of={acts} lines={3}>
        {({ body }) => (body.items.length === 0 ? <p>{t('acts.empty')}</p> : body.items.map((act) => <ActView key={act.id} act={act} />))}
      </Loaded>
    </section>
  );
}

function ActView({ act }: { readonly act: Act }): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  const { moment, day, money } = useFormat();
  const { kind, at, actorName, channel, sentTo, address, answers, reason, shownSha256, isVerified } = act;
  const { number, startDate, endDate, gross, statement, documents = [], statements = [] } = JSON.parse(act.shown) as ShownParts;
  const title = titleOf(KINDS, kind);
  const columns: readonly Column<ShownDocument>[] = [
    { title: 'delivery.document', text: (document) => document.title },
    { title: 'act.file', text: ({ fileName }) => fileName },
    { title: 'delivery.hash', text: ({ sha256 }) => sha256.slice(0, 12) },
  ];
  const facts: [MessageId, ReactNode][] = [
    ['column.at', moment(at)],
    ['act.by', `${actorName}, ${titleOf(ACT_CHANNELS, channel)}`],
    ['column.number', number ?? NOTHING],
    ['fact.period', `${day(startDate)} – ${day(endDate)}`],
    ['column.gross', money(gross)],
    ['act.code', sentTo ?? NOTHING],
    ['column.address', address ?? NOTHING],
    ['act.hash', shownSha256.slice(0, 12)],
  ];
  return (
    <div className="item stack" role="group" aria-label={`${title}, ${moment(at)}`}>
      <div className="item-head">
        <strong>{title}</strong>
        <span className={`tag ${isVerified ? 'good' : 'bad'}`}>{t(isVerified ? 'act.verified' : 'act.unverified')}</span>
      </div>
      <Facts facts={facts} />
      {statement !== undefined && <p className="pre">{statement}</p>}
      {reason !== null && (
        <p className="pre">
          {t('act.reason')}: {reason}
        </p>
      )}
      {answers.map(({ code, given }) => (
        <p key={code}>
          <strong>{t(given ? 'answer.yes' : 'answer.no')}</strong> · {statements.find((one) => one.code === code)?.text ?? code}
        </p>
      ))}
      {documents.length > 0 && <Table name="act.documents" rows={documents} columns={columns} keyOf={(document) => document.id} />}
    </div>
  );
}
