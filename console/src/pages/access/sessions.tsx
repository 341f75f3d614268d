import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { AbsentPage } from '../../parts/loaded-page.js';
import { PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';
import { RowButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Session = Schema<'StaffSessionResponse'>;
type Chosen = Session | 'all' | null;

const METHODS: Readonly<Record<Session['method'], MessageId>> = { password: 'sessions.method.password', oidc: 'sessions.method.oidc' };

/** Shows the caller's open sessions, any of which can be ended. */
export function MySessionsPage(): ReactNode {
  const t = useText();
  const sessions = useGet('/backoffice-api/sessions');
  const [chosen, setChosen] = useState<Chosen>(null);
  return (
    <>
      <PageHead title={t('nav.sessions')} about={t('sessions.about')}>
        <Button size="xs" variant="default" onClick={() => setChosen('all')}>
          {t('sessions.end.others')}
        </Button>
      </PageHead>
      <Sessions of={sessions} choose={setChosen} />
      {chosen !== null && (
        <EndDialog
          chosen={chosen}
          allSays="sessions.end.others.says"
          send={(key) =>
            chosen === 'all'
              ? call('delete', '/backoffice-api/sessions/others', { key })
              : call('delete', '/backoffice-api/sessions/{id}', { path: { id: String(chosen.id) }, key })
          }
          close={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** Shows an administrator the open sessions of a user. */
export function UserSessionsPage(): ReactNode {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const canEnd = useWho().role === 'admin';
  const user = useGet('/backoffice-api/users/{id}', { path: { id } });
  const sessions = useGet('/backoffice-api/users/{id}/sessions', { path: { id } });
  const [chosen, setChosen] = useState<Chosen>(null);
  if (user.data === undefined && user.error) return <AbsentPage problem={user.error} retry={() => void user.refetch()} />;
  return (
    <>
      <PageHead title={t('sessions.of', { name: user.data?.body.name ?? '' })}>
        {canEnd && (
          <Button size="xs" variant="default" onClick={() => setChosen('all')}>
            {t('sessions.end.all')}
          </Button>
        )}
      </PageHead>
      <Sessions of={sessions} choose={canEnd ? setChosen : undefined} />
      {chosen !== null && (
        <EndDialog
          chosen={chosen}
          allSays="sessions.end.all.says"
          send={(key) =>
            chosen === 'all'
              ? call('delete', '/backoffice-api/users/{id}/sessions', { path: { id }, key })
              : call('delete', '/backoffice-api/users/{id}/sessions/{sessionId}', { path: { id, sessionId: String(chosen.id) }, key })
          }
          close={() => setChosen(null)}
        />
      )}
    </>
  );
}

interface SessionsProps {
  readonly of: UseQueryResult<Result<Schema<'StaffSessionListResponse'>>, Problem>;
  /** Absent for who may only read. */
  readonly choose?: (session: Session) => void;
}

function Sessions({ of, choose }: SessionsProps): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const columns: readonly Column<Session>[] = [
    {
      title: 'sessions.browser',
      text: ({ userAgent, kind }) => [userAgent ?? t('sessions.unknown'), ...(kind === 'bearer' ? [t('sessions.program')] : [])].join(', '),
    },
    { title: 'sessions.address', text: ({ address }) => address ?? t('sessions.unknown') },
    { title: 'sessions.method', text: ({ method }) => t(METHODS[method]) },
    { title: 'sessions.opened', text: ({ openedAt }) => moment(openedAt) },
    { title: 'sessions.used', text: ({ lastUsedAt }) => (lastUsedAt === null ? '' : moment(lastUsedAt)) },
  ];
  return (
    <div className="card">
      <Loaded of={of} lines={4}>
        {({ body }) =>
          body.items.length === 0 ? (
            <p className="empty">{t('sessions.none')}</p>
          ) : (
            <Table
              name="nav.sessions"
              rows={body.items}
              columns={columns}
              keyOf={({ id }) => id}
              actions={
                choose &&
                ((session) =>
                  session.isCurrent ? (
                    <span className="tag info">{t('sessions.current')}</span>
                  ) : (
                    <RowButton title="sessions.end" onClick={() => choose(session)} />
                  ))
              }
            />
          )
        }
      </Loaded>
    </div>
  );
}

interface EndDialogProps {
  readonly chosen: Session | 'all';
  readonly allSays: MessageId;
  readonly send: (key: string) => Promise<unknown>;
  readonly close: () => void;
}

function EndDialog({ chosen, allSays, send, close }: EndDialogProps): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="sessions.end"
      says={t(chosen === 'all' ? allSays : 'sessions.end.says')}
      confirm="sessions.end"
      isDestructive
      fields={[]}
      send={send}
      close={close}
    />
  );
}
