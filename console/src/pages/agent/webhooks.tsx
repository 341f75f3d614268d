import { Button, Checkbox } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { ActionDialog } from '../../parts/action-dialog.js';
import { BulkButton } from '../../parts/bulk-button.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { EVENT_TITLES, titleOfEvent } from '../../parts/event-titles.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { TextField, bindTo, useAction, useFields } from '../../parts/form.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Secret } from '../../parts/secret.js';
import { Loaded } from '../../parts/states.js';
import { RowButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Webhook = Schema<'AgentWebhookResponse'>;
type Delivery = Schema<'AgentDeliveryResponse'>;

const REASONS: Titles = {
  OWNER: 'webhook.reason.OWNER',
  GONE: 'webhook.reason.GONE',
  FAILING: 'webhook.reason.FAILING',
  SECRET_UNREADABLE: 'webhook.reason.SECRET_UNREADABLE',
};

function State({ of: { status, disabledReason, failingSince } }: { readonly of: Webhook }): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  if (status === 'disabled') return <span className="tag bad">{titleOf(REASONS, disabledReason ?? 'OWNER')}</span>;
  return (
    <span className={`tag ${failingSince === null ? 'good' : 'wait'}`}>
      {t(failingSince === null ? 'state.active' : 'webhook.failing')}
    </span>
  );
}

/** Webhooks of all programs of the agent. */
export function WebhooksPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/webhooks');
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const columns: readonly Column<Webhook>[] = [
    { title: 'webhook.url', text: ({ url }) => url },
    { title: 'webhook.description', text: ({ description }) => description ?? '' },
    { title: 'column.program', text: ({ programName }) => programName },
    {
      title: 'column.status',
      text: ({ status }) => t(status === 'enabled' ? 'state.active' : 'state.disabled'),
      show: (of) => <State of={of} />,
    },
    { title: 'webhook.lastSuccess', text: ({ lastSuccessAt }) => moment(lastSuccessAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.webhooks')} about={t('webhooks.about')}>
        <Button size="xs" onClick={() => setNew(true)}>
          {t('webhook.new')}
        </Button>
      </PageHead>
      <List
        name="nav.mine.webhooks"
        {...list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/mine/webhooks/${id}`}
        empty="webhooks.empty"
      />
      {isNew && <NewWebhook show={setSecret} close={() => setNew(false)} />}
      {secret !== null && <Secret title="webhook.secret" secret={secret} close={() => setSecret(null)} />}
    </>
  );
}

/** Header that selects the own agent, because these pages ignore a chosen delegate. */
const ofAgent = (code: string | null): Record<string, string> => (code === null ? {} : { 'X-Agent-Code': code });

interface NewProps {
  readonly show: (secret: string | null) => void;
  readonly close: () => void;
}

/** Dialog for a webhook of the console, which gets the same events as a program's. */
function NewWebhook({ show, close }: NewProps): ReactNode {
  const t = useText();
  const { agentCode } = useWho();
  const form = useFields({ url: '', description: '' });
  const [types, setTypes] = useState<readonly string[]>([]);
  const action = useAction(
    async (key) =>
      (
        await call('post', '/events-api/resources/webhooks', {
          key,
          headers: ofAgent(agentCode),
          body: { ...form.values, types: [...types] },
        })
      ).body,
    ({ secret }) => {
      close();
      show(secret ?? null);
    },
  );
  const bind = bindTo(form, action.problem);
  return (
    <ActionDialog
      title="webhook.new"
      says={t('webhook.new.says')}
      confirm="webhook.new"
      action={action}
      isReady={form.values.url.trim() !== ''}
      close={close}
    >
      <TextField {...bind('url')} label="webhook.url" hint="webhook.url.hint" isRequired />
      <TextField {...bind('description')} label="webhook.description" />
      <Checkbox.Group label={t('webhook.types')} description={t('webhook.types.hint')} value={[...types]} onChange={setTypes}>
        <div className="choices">
          {Object.entries(EVENT_TITLES).map(([type, title]) => (
            <Checkbox key={type} size="xs" value={type} label={t(title)} />
          ))}
        </div>
      </Checkbox.Group>
    </ActionDialog>
  );
}

type Does = 'enable' | 'disable' | 'rotate' | 'test' | 'delete';

/** Reasons of failed attempts that a code does not explain. */
const FAILURES: Readonly<Partial<Record<string, MessageId>>> = { refused_address: 'delivery.refusedAddress' };

const ACTIONS: Readonly<Record<Does, readonly [title: MessageId, says: MessageId]>> = {
  enable: ['action.enable', 'webhook.enable.says'],
  disable: ['action.disable', 'webhook.disable.says'],
  rotate: ['webhook.rotate', 'webhook.rotate.says'],
  test: ['webhook.test', 'webhook.test.says'],
  delete: ['webhook.delete', 'webhook.delete.says'],
};

async function act(does: Does, id: number, key: string): Promise<string | null> {
  const path = { id };
  if (does === 'rotate') return (await call('post', '/backoffice-api/webhooks/{id}/rotate', { path, key })).body.secret ?? null;
  if (does === 'delete') await call('delete', '/backoffice-api/webhooks/{id}', { path, key });
  else if (does === 'test') await call('post', '/backoffice-api/webhooks/{id}/test', { path, key });
  else await call('patch', '/backoffice-api/webhooks/{id}', { path, key, body: { status: does === 'enable' ? 'enabled' : 'disabled' } });
  return null;
}

/** A webhook with its deliveries. */
export function WebhookPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [isDeleted, setDeleted] = useState(false);
  const webhook = useGet('/backoffice-api/webhooks/{id}', { path: { id }, enabled: !isDeleted });
  const [does, setDoes] = useState<Does | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  if (isDeleted)
    return (
      <>
        <PageHead title={t('webhook.deleted')} />
        <Link to="/mine/webhooks">{t('nav.mine.webhooks')}</Link>
      </>
    );
  return (
    <Loaded of={webhook}>
      {({ body }) => (
        <>
          <PageHead title={t('webhook.number', { id })} about={<span className="break">{body.url}</span>}>
            {(['test', 'rotate', body.status === 'enabled' ? 'disable' : 'enable', 'delete'] as const).map((action) => (
              <Button key={action} size="xs" variant="default" onClick={() => setDoes(action)}>
                {t(ACTIONS[action][0])}
              </Button>
            ))}
          </PageHead>
          <div className="stack">
            <Card>
              <Facts
                facts={[
                  ['column.status', <State key="state" of={body} />],
                  ['webhook.description', body.description ?? NOTHING],
                  ['column.program', body.programName],
                  [
                    'webhook.types',
                    body.types.length === 0 ? t('webhook.types.all') : body.types.map((type) => titleOfEvent(t, type)).join(', '),
                  ],
                  ['fact.created', moment(body.createdAt)],
                  ['webhook.lastSuccess', moment(body.lastSuccessAt)],
                  ['webhook.failingSince', moment(body.failingSince)],
                ]}
              />
            </Card>
            <Deliveries of={body.id} />
          </div>
          {does !== null && (
            <FormDialog
              title={ACTIONS[does][0]}
              says={t(ACTIONS[does][1])}
              confirm={ACTIONS[does][0]}
              isDestructive={does === 'delete' || does === 'rotate'}
              fields={[]}
              send={async (key) => {
                const shown = await act(does, body.id, key);
                if (does === 'delete') setDeleted(true);
                return shown;
              }}
              done={setSecret}
              close={() => setDoes(null)}
            />
          )}
          {secret !== null && <Secret title="webhook.secret" secret={secret} close={() => setSecret(null)} />}
        </>
      )}
    </Loaded>
  );
}

const DELIVERY_STATES = {
  pending: ['delivery.pending', 'wait'],
  delivered: ['delivery.delivered', 'good'],
  failed: ['delivery.failed', 'bad'],
} as const satisfies Record<Delivery['status'], readonly [MessageId, string]>;

function DeliveryState({ status }: Pick<Delivery, 'status'>): ReactNode {
  const t = useText();
  const [title, tone] = DELIVERY_STATES[status];
  return <span className={`tag ${tone}`}>{t(title)}</span>;
}

function Deliveries({ of: id }: { readonly of: number }): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const list = useList('/backoffice-api/webhooks/{id}/deliveries', { path: { id } });
  const [again, setAgain] = useState<Delivery | null>(null);
  const columns: readonly Column<Delivery>[] = [
    { title: 'delivery.id', text: (delivery) => String(delivery.id) },
    { title: 'event.type', text: ({ type }) => titleOfEvent(t, type) },
    { title: 'column.status', text: ({ status }) => t(DELIVERY_STATES[status][0]), show: DeliveryState },
    { title: 'delivery.attempts', text: ({ attemptCount }) => number(attemptCount), isNumber: true },
    { title: 'delivery.next', text: ({ nextAttemptAt }) => moment(nextAttemptAt) },
    { title: 'column.at', text: ({ createdAt }) => moment(createdAt) },
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
          show: (ticked, clear) => (
            <BulkButton
              title="delivery.resend"
              rows={ticked}
              send={(delivery, key) => call('post', '/backoffice-api/deliveries/{id}/resend', { path: { id: delivery.id }, key })}
              done={clear}
            />
          ),
        }}
      />
      {again !== null && <Resend id={again.id} close={() => setAgain(null)} />}
    </>
  );
}

function Resend({ id, close }: { readonly id: number; readonly close: () => void }): ReactNode {
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

/** One delivery with its attempts. */
export function DeliveryPage(): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const delivery = useGet('/backoffice-api/deliveries/{id}', { path: { id } });
  const [isAgain, setAgain] = useState(false);
  return (
    <Loaded of={delivery}>
      {({ body }) => (
        <>
          <PageHead title={t('delivery.number', { id })} about={titleOfEvent(t, body.type)}>
            <Button size="xs" onClick={() => setAgain(true)}>
              {t('delivery.resend')}
            </Button>
          </PageHead>
          <div className="stack">
            <Card>
              <Facts
                facts={[
                  ['column.status', <DeliveryState key="state" status={body.status} />],
                  ['event.id', body.eventId === null ? NOTHING : <Link to={`/mine/events/${body.eventId}`}>{body.eventId}</Link>],
                  [
                    'nav.mine.webhooks',
                    <Link key="webhook" to={`/mine/webhooks/${body.webhookId}`}>
                      {body.webhookId}
                    </Link>,
                  ],
                  ['delivery.next', moment(body.nextAttemptAt)],
                  ['delivery.ended', moment(body.endedAt)],
                ]}
              />
            </Card>
            <Card title="delivery.attempts">
              {body.attempts.length === 0 && <p className="quiet">{t('delivery.attempts.none')}</p>}
              <ol className="stack">
                {body.attempts.map(({ at, status, failure, durationMs }, index) => (
                  <li key={index}>
                    {moment(at)}{' '}
                    <span className={`tag ${failure === null ? 'good' : 'bad'}`}>
                      {[status, failure && (FAILURES[failure] ? t(FAILURES[failure]) : failure)].filter((part) => part !== null).join(' ')}
                    </span>{' '}
                    <span className="quiet small">{t('delivery.ms', { n: number(durationMs) })}</span>
                  </li>
                ))}
              </ol>
            </Card>
          </div>
          {isAgain && <Resend id={body.id} close={() => setAgain(false)} />}
        </>
      )}
    </Loaded>
  );
}
