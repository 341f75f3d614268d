import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { KEY_STATES, KeyRotation, isCurrent } from '../../parts/key-rotation.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { Secret } from '../../parts/secret.js';
import { RowButton } from '../../parts/write-button.js';

type ApiKey = Schema<'ApiKeyResponse'>;
type UserKey = Schema<'UserKeyResponse'>;

/** The keys of the program that the user signed up for. */
export function MyKeysPage(): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const list = useList('/backoffice-api/api-keys');
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const columns: readonly Column<ApiKey>[] = [
    { title: 'field.title', text: ({ name }) => name },
    { title: 'column.program', text: ({ programName }) => programName },
    { title: 'key.prefix', text: ({ prefix }) => prefix },
    { title: 'column.status', text: ({ status }) => t(KEY_STATES[status]) },
    { title: 'key.environments', text: ({ environments }) => environments.join(', ') },
    { title: 'key.ratePerHour', text: ({ ratePerHour }) => (ratePerHour === null ? '' : number(ratePerHour)), isNumber: true },
    { title: 'key.lastUsed', text: ({ lastUsedAt }) => (lastUsedAt === null ? '' : moment(lastUsedAt)) },
    { title: 'key.expires', text: ({ expiresAt }) => (expiresAt === null ? '' : moment(expiresAt)) },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.keys')} about={t('mine.keys.about')} />
      <List
        name="nav.mine.keys"
        {...list}
        columns={columns}
        keyOf={({ id }) => id}
        empty="mine.keys.empty"
        actions={(apiKey) => isCurrent(apiKey) && <RowButton title="key.rotate" onClick={() => setRotated(apiKey)} />}
      />
      {rotated !== null && <KeyRotation apiKey={rotated} show={setSecret} close={() => setRotated(null)} />}
      {secret !== null && <Secret title="keys.apiKey" secret={secret} close={() => setSecret(null)} />}
    </>
  );
}

type Does = 'new' | 'suspend' | 'resume' | 'recreate' | 'withdraw';

/** Programs that may act in the user's name. */
export function UserKeysPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/user-keys');
  const [action, setAction] = useState<{ readonly does: Does; readonly of: UserKey | null } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const columns: readonly Column<UserKey>[] = [
    { title: 'column.program', text: ({ programName }) => programName },
    { title: 'key.prefix', text: ({ prefix }) => prefix },
    { title: 'column.status', text: ({ enabled }) => t(enabled ? 'state.active' : 'state.disabled') },
    { title: 'fact.created', text: ({ createdAt }) => moment(createdAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.userKeys')} about={t('mine.userKeys.about')}>
        <Button size="xs" onClick={() => setAction({ does: 'new', of: null })}>
          {t('userKey.new')}
        </Button>
      </PageHead>
      <List
        name="nav.mine.userKeys"
        {...list}
        columns={columns}
        keyOf={({ id }) => id}
        actions={(of) => (
          <span className="tools">
            <RowButton
              title={of.enabled ? 'userKey.suspend' : 'userKey.resume'}
              onClick={() => setAction({ does: of.enabled ? 'suspend' : 'resume', of })}
            />
            <RowButton title="userKey.recreate" onClick={() => setAction({ does: 'recreate', of })} />
            <RowButton title="userKey.withdraw" onClick={() => setAction({ does: 'withdraw', of })} />
          </span>
        )}
      />
      {action !== null && <UserKeyDialog {...action} show={setSecret} close={() => setAction(null)} />}
      {secret !== null && <Secret title="keys.userKey" secret={secret} close={() => setSecret(null)} />}
    </>
  );
}

const TITLES: Readonly<Record<Does, readonly [title: MessageId, says: MessageId]>> = {
  new: ['userKey.new', 'userKey.new.says'],
  suspend: ['userKey.suspend', 'userKey.suspend.says'],
  resume: ['userKey.resume', 'userKey.resume.says'],
  recreate: ['userKey.recreate', 'userKey.recreate.says'],
  withdraw: ['userKey.withdraw', 'userKey.withdraw.says'],
};

interface DialogProps {
  readonly does: Does;
  readonly of: UserKey | null;
  readonly show: (secret: string | null) => void;
  readonly close: () => void;
}

function UserKeyDialog({ does, of, show, close }: DialogProps): ReactNode {
  const t = useText();
  const [title, says] = TITLES[does];
  const programs = useGet('/backoffice-api/programs', { query: { limit: 200 }, enabled: does === 'new' });
  const choices = (programs.data?.body.items ?? []).map(({ id, name }) => [String(id), name] as const);
  const path = { id: of?.id ?? 0 };
  const send = async (key: string, programId: string): Promise<string | null> => {
    if (does === 'new')
      return (await call('post', '/backoffice-api/user-keys', { key, body: { programId: Number(programId) } })).body.userKey ?? null;
    if (does === 'recreate') return (await call('post', '/backoffice-api/user-keys/{id}/recreate', { path, key })).body.userKey ?? null;
    if (does === 'withdraw') await call('delete', '/backoffice-api/user-keys/{id}', { path, key });
    else await call('patch', '/backoffice-api/user-keys/{id}', { path, key, body: { enabled: does === 'resume' } });
    return null;
  };
  return (
    <FormDialog
      title={title}
      says={t(says, { program: of?.programName ?? '' })}
      confirm={title}
      isDestructive={does === 'withdraw' || does === 'recreate'}
      fields={does === 'new' ? [{ name: 'programId', label: 'column.program', choices: [['', '–'], ...choices] }] : []}
      send={(key, { programId = '' }) => send(key, programId)}
      done={show}
      close={close}
    />
  );
}
