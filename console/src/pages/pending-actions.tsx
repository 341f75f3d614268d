import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { FormDialog } from '../parts/form-dialog.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { Card, Facts, PageHead } from '../parts/page.js';
import { LoadedPage } from '../parts/loaded-page.js';
import { WriteButton } from '../parts/write-button.js';

type PendingAction = Schema<'PendingActionResponse'>;

const STATES: Titles = {
  PENDING: 'pending.PENDING',
  DONE: 'pending.DONE',
  REJECTED: 'pending.REJECTED',
  EXPIRED: 'pending.EXPIRED',
};

/** Actions that need a second person. */
export function PendingActionsPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/pending-actions', { defaults: { state: 'PENDING' } });
  const columns: readonly Column<PendingAction>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: (action) => titleOf(STATES, action.state) },
    { title: 'column.kind', text: ({ title }) => title },
    { title: 'pending.summary', text: ({ summary }) => summary },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'pending.why', text: ({ why }) => why },
    { title: 'pending.requestedBy', text: ({ requestedBy, requestedAt }) => `${requestedBy}, ${moment(requestedAt)}` },
    { title: 'pending.expiresAt', text: ({ expiresAt }) => moment(expiresAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.pending')} about={t('pending.about')} />
      <List
        name="nav.pending"
        {...list}
        columns={columns}
        filters={[
          {
            name: 'state',
            label: 'column.status',
            none: 'pending.PENDING',
            choices: choicesOf(STATES).filter(([code]) => code !== 'PENDING'),
          },
        ]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/pending-actions/${id}`}
        empty="pending.empty"
      />
    </>
  );
}

/** A pending action with its input and its decision. */
export function PendingActionPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const action = useGet('/backoffice-api/pending-actions/{id}', { path: { id } });
  return <LoadedPage of={action}>{({ body }) => <ActionView action={body} />}</LoadedPage>;
}

function ActionView({ action }: { readonly action: PendingAction }): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const { titleOf } = useCodes();
  const [asks, setAsks] = useState<'approve' | 'reject' | null>(null);
  const { id, amount, decidedBy, isOwn } = action;
  const path = { id };
  const isOpen = action.state === 'PENDING';
  return (
    <>
      <PageHead title={`${action.title} · ${id}`} about={titleOf(STATES, action.state)}>
        {isOpen && !isOwn && (
          <>
            <WriteButton size="xs" onClick={() => setAsks('approve')}>
              {t('pending.approve')}
            </WriteButton>
            <WriteButton size="xs" variant="default" onClick={() => setAsks('reject')}>
              {t('pending.reject')}
            </WriteButton>
          </>
        )}
      </PageHead>
      <div className="stack">
        {isOpen && isOwn && <p>{t('pending.own')}</p>}
        <Card>
          <Facts
            facts={[
              ['pending.summary', action.summary],
              ['pending.why', action.why],
              ['column.amount', amount === null ? NOTHING : money(amount)],
              ['field.applicationId', action.applicationId ?? NOTHING],
              ['column.agent', action.agentCode ?? NOTHING],
              ['pending.requestedBy', `${action.requestedBy}, ${moment(action.requestedAt)}`],
              ['pending.expiresAt', moment(action.expiresAt)],
              ['pending.decidedBy', decidedBy === null ? NOTHING : `${decidedBy}, ${moment(action.decidedAt)}`],
              ['pending.note', action.note ?? NOTHING],
            ]}
          />
        </Card>
        <Card title="pending.request">
          <pre>{JSON.stringify(action.request, null, 2)}</pre>
        </Card>
      </div>
      {asks === 'approve' && (
        <FormDialog
          title="pending.approve"
          says={action.summary}
          confirm="pending.approve"
          isDestructive
          fields={[]}
          send={(key) => call('put', '/backoffice-api/pending-actions/{id}/approve', { path, key })}
          close={() => setAsks(null)}
        />
      )}
      {asks === 'reject' && (
        <FormDialog
          title="pending.reject"
          says={t('pending.reject.says')}
          confirm="pending.reject"
          fields={[{ name: 'note', label: 'pending.note', type: 'long' }]}
          send={(key, { note = '' }) => call('put', '/backoffice-api/pending-actions/{id}/reject', { path, key, body: { note } })}
          close={() => setAsks(null)}
        />
      )}
    </>
  );
}
