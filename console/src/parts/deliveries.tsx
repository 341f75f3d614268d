import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useText, type MessageId } from '../messages/language.js';
import { BulkButton } from './bulk-button.js';
import { titleOfEvent } from './event-titles.js';
import { FormDialog } from './form-dialog.js';
import { useFormat } from './format.js';
import { List, type Column } from './list-page.js';
import { useList } from './list-search.js';
import { RowButton } from './write-button.js';

type Delivery = Schema<'AgentDeliveryResponse'>;

const DELIVERY_STATES = {
  pending: ['delivery.pending', 'wait'],
  delivered: ['delivery.delivered', 'good'],
  failed: ['delivery.failed', 'bad'],
} as const satisfies Record<Delivery['status'], readonly [MessageId, string]>;

export function DeliveryState({ status }: Pick<Delivery, 'status'>): ReactNode {
  const t = useText();
  const [title, tone] = DELIVERY_STATES[status];
  return <span className={`tag ${tone}`}>{t(title)}</span>;
}

/** Deliveries of a webhook. */
export function Deliveries({ of: id }: { readonly of: number }): ReactNode {
  const t = useText();
  const { second, number } = useFormat();
  const list = useList('/backoffice-api/webhooks/{id}/deliveries', { path: { id } });
  const [again, setAgain] = useState<Delivery | null>(null);
  const columns: readonly Column<Delivery>[] = [
    { title: 'delivery.id', text: (delivery) => String(delivery.id) },
    { title: 'event.type', text: ({ type }) => titleOfEvent(t, type) },
    { title: 'column.status', text: ({ status }) => t(DELIVERY_STATES[status][0]), show: DeliveryState },
    { title: 'delivery.attempts', text: ({ attemptCount }) => number(attemptCount), isNumber: true },
    { title: 'delivery.next', text: ({ nextAttemptAt }) => second(nextAttemptAt) },
    { title: 'column.at', text: ({ createdAt }) => second(createdAt) },
  ];
  return (
    <>
      <List
        name="deliveries"
        {...list}
        columns={columns}
        filters={[
          { name: 'status', label: 'column.status', choices: Object.entries(DELIVERY_STATES).map(([name, [title]]) => [name, t(title)]) },
        ]}
        keyOf={(delivery) => delivery.id}
        linkOf={(delivery) => `/mine/deliveries/${delivery.id}`}
        actions={(delivery) => <RowButton title="delivery.resend" onClick={() => setAgain(delivery)} />}
        empty="deliveries.empty"
        bulk={{
          isPossible: ({ status }) => status === 'failed',
          show: (ticked, finish) => (
            <BulkButton
              title="delivery.resend"
              rows={ticked}
              nameOf={({ id: delivery }) => String(delivery)}
              send={(delivery, key) => call('post', '/backoffice-api/deliveries/{id}/resend', { path: { id: delivery.id }, key })}
              finish={finish}
            />
          ),
        }}
      />
      {again !== null && <Resend id={again.id} close={() => setAgain(null)} />}
    </>
  );
}

export function Resend({ id, close }: { readonly id: number; readonly close: () => void }): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="delivery.resend"
      says={t('delivery.resend.says')}
      confirm="delivery.resend"
      fields={[]}
      send={(key) => call('post', '/backoffice-api/deliveries/{id}/resend', { path: { id }, key })}
      close={close}
    />
  );
}
