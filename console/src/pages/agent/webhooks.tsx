import { Button, Checkbox } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { ActionDialog } from '../../parts/action-dialog.js';
import { Copyable } from '../../parts/copyable.js';
import { Deliveries } from '../../parts/deliveries.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { EVENT_TITLES, titleOfEvent } from '../../parts/event-titles.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { TextField, bindTo, useAction, useFields } from '../../parts/form.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Secret } from '../../parts/secret.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { useWho } from '../../session.js';

type Webhook = Schema<'AgentWebhookResponse'>;

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
    <LoadedPage of={webhook}>
      {({ body }) => (
        <>
          <PageHead title={t('webhook.number', { id })} about={<Copyable value={body.url}>{body.url}</Copyable>}>
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
              toast={() => ({
                text: t('toast.done', { action: t(ACTIONS[does][0]) }),
                ...(does === 'disable' && { undo: (key) => act('enable', body.id, key) }),
              })}
              done={setSecret}
              close={() => setDoes(null)}
            />
          )}
          {secret !== null && <Secret title="webhook.secret" secret={secret} close={() => setSecret(null)} />}
        </>
      )}
    </LoadedPage>
  );
}
