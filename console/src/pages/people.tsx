import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { ROLES } from '../frame/roles.js';
import { useText, type MessageId } from '../messages/language.js';
import '../messages/own.js';
import { BulkButton } from '../parts/bulk-button.js';
import type { BulkOutcome } from '../parts/bulk-failures.js';
import { FormDialog, type FieldSpec, type Values } from '../parts/form-dialog.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { agentFilter } from '../parts/line-filters.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { RowButton, useIsReader, WriteButton } from '../parts/write-button.js';
import type { Role } from '../session.js';
import { UserFactorsDialog } from '../parts/factors/user-factors.js';

type User = Schema<'UserResponse'>;

const INVITATIONS: Readonly<Record<User['invitation'], MessageId>> = {
  SENT: 'user.invitation.sent',
  EXPIRED: 'user.invitation.expired',
  REVOKED: 'user.invitation.revoked',
  ACCEPTED: 'user.invitation.accepted',
};
/** Statuses of invitations that can be sent again or revoked. */
const IS_OPEN: ReadonlySet<User['invitation']> = new Set(['SENT', 'EXPIRED']);

const sendInvitation = ({ id }: User, key: string): Promise<unknown> =>
  call('post', '/backoffice-api/users/{id}/invitation', { path: { id: String(id) }, key });

export function UsersPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const isReader = useIsReader();
  const list = useList('/backoffice-api/users');
  const [action, setAction] = useState<{ does: 'new' | 'change' | 'status'; user: User | null } | null>(null);
  const [factorsOf, setFactorsOf] = useState<User | null>(null);
  const [invited, setInvited] = useState<{ does: 'resend' | 'revoke'; user: User } | null>(null);
  const roles = Object.entries(ROLES).map(([role, title]) => [role, t(title)] as const);
  const columns: readonly Column<User>[] = [
    { title: 'field.name', text: ({ name }) => name },
    { title: 'field.email', text: ({ email }) => email },
    { title: 'column.role', text: ({ role }) => t(ROLES[role]) },
    { title: 'column.status', text: ({ status }) => t(status === 'active' ? 'state.active' : 'state.disabled') },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '', isExtra: true },
    { title: 'user.delegates', text: ({ delegates }) => delegates.join(', '), isExtra: true },
    {
      title: 'user.hasPassword',
      text: ({ invitation, invitationExpiresAt: until }) => t(INVITATIONS[invitation], { until: until === null ? NOTHING : moment(until) }),
    },
    { title: 'fact.created', text: ({ createdAt }) => moment(createdAt), isExtra: true },
  ];
  const filters: readonly Filter[] = [
    { name: 'text', label: 'field.name' },
    { name: 'role', label: 'column.role', choices: roles },
    {
      name: 'status',
      label: 'column.status',
      choices: [
        ['active', t('state.active')],
        ['disabled', t('state.disabled')],
      ],
    },
    agentFilter(),
    {
      name: 'hasPassword',
      label: 'user.hasPassword',
      choices: [
        ['no', t('user.invitation.pending')],
        ['yes', t('user.invitation.accepted')],
      ],
    },
  ];
  return (
    <>
      <PageHead title={t('nav.users')}>
        <WriteButton size="xs" onClick={() => setAction({ does: 'new', user: null })}>
          {t('user.invite')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.users"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        bulk={
          isReader
            ? undefined
            : {
                isPossible: ({ invitation }) => IS_OPEN.has(invitation),
                show: (ticked, finish) => <SendLinks users={ticked} finish={finish} />,
              }
        }
        actions={(user) => (
          <span className="tools">
            {!IS_OPEN.has(user.invitation) && <Link to={`/users/${user.id}/sessions`}>{t('user.sessions')}</Link>}
            {!user.sandboxOnly && <RowButton title="action.change" onClick={() => setAction({ does: 'change', user })} />}
            <RowButton
              title={user.status === 'active' ? 'action.disable' : 'action.enable'}
              onClick={() => setAction({ does: 'status', user })}
            />
            {IS_OPEN.has(user.invitation) ? (
              <>
                <RowButton title="user.resend" onClick={() => setInvited({ does: 'resend', user })} />
                <RowButton title="user.revoke" onClick={() => setInvited({ does: 'revoke', user })} />
              </>
            ) : (
              <RowButton title="nav.factors" onClick={() => setFactorsOf(user)} />
            )}
          </span>
        )}
      />
      {invited !== null && <InvitationDialog {...invited} close={() => setInvited(null)} />}
      {factorsOf !== null && <UserFactorsDialog user={factorsOf} close={() => setFactorsOf(null)} />}
      {action !== null && <UserDialog does={action.does} user={action.user} close={() => setAction(null)} />}
    </>
  );
}

interface InvitationDialogProps {
  readonly does: 'resend' | 'revoke';
  readonly user: User;
  readonly close: () => void;
}

function InvitationDialog({ does, user: { id, email }, close }: InvitationDialogProps): ReactNode {
  const t = useText();
  const isRevocation = does === 'revoke';
  const title = isRevocation ? 'user.revoke' : 'user.resend';
  const path = { id: String(id) };
  return (
    <FormDialog
      title={title}
      says={t(isRevocation ? 'user.revoke.says' : 'user.resend.says', { email })}
      confirm={title}
      isDestructive={isRevocation}
      fields={[]}
      send={(key) =>
        isRevocation
          ? call('delete', '/backoffice-api/users/{id}/invitation', { path, key })
          : call('post', '/backoffice-api/users/{id}/invitation', { path, key })
      }
      close={close}
    />
  );
}

interface SendLinksProps {
  readonly users: readonly User[];
  readonly finish: (outcome: BulkOutcome<User>) => void;
}

function SendLinks({ users, finish }: SendLinksProps): ReactNode {
  const t = useText();
  return (
    <BulkButton
      title="user.resend"
      rows={users}
      nameOf={({ email }) => email}
      dialog={{ says: t('user.resend.several', { emails: users.map(({ email }) => email).join(', ') }), fields: [] }}
      send={sendInvitation}
      finish={finish}
    />
  );
}

interface UserDialogProps {
  readonly does: 'new' | 'change' | 'status';
  readonly user: User | null;
  readonly close: () => void;
}

function UserDialog({ does, user, close }: UserDialogProps): ReactNode {
  const t = useText();
  if (does === 'status' && user !== null) {
    const isActive = user.status === 'active';
    const title = isActive ? 'action.disable' : 'action.enable';
    const setStatus = (key: string, status: User['status']): Promise<unknown> =>
      call('patch', '/backoffice-api/users/{id}', { path: { id: user.id }, key, body: { status } });
    return (
      <FormDialog
        title={title}
        says={t(isActive ? 'user.disable.says' : 'user.enable.says', { name: user.name })}
        confirm={title}
        isDestructive={isActive}
        fields={[]}
        send={(key) => setStatus(key, isActive ? 'disabled' : 'active')}
        toast={() => ({ text: t('toast.done', { action: t(title) }), undo: (key) => setStatus(key, user.status) })}
        close={close}
      />
    );
  }
  const fields: readonly FieldSpec[] = [
    { name: 'name', label: 'field.name', initial: user?.name },
    {
      name: 'role',
      label: 'column.role',
      initial: user?.role ?? 'underwriter',
      choices: Object.entries(ROLES).map(([role, title]) => [role, t(title)]),
    },
    { name: 'agentCode', label: 'filter.agent', hint: 'user.agent.hint', initial: user?.agentCode ?? '', isOptional: true },
    { name: 'delegates', label: 'user.delegates', hint: 'field.list.hint', initial: user?.delegates.join(', '), isOptional: true },
  ];
  if (user === null)
    return (
      <FormDialog
        title="user.invite"
        says={t('user.invite.says')}
        confirm="user.invite"
        fields={[{ name: 'email', label: 'field.email', type: 'email' }, ...fields]}
        send={(key, values) => call('post', '/backoffice-api/users', { key, body: { email: values.email ?? '', ...toBody(values) } })}
        close={close}
      />
    );
  return (
    <FormDialog
      title="action.change"
      says={t('user.change.says', { name: user.name })}
      confirm="action.save"
      fields={fields}
      send={(key, values) => call('patch', '/backoffice-api/users/{id}', { path: { id: user.id }, key, body: toBody(values) })}
      close={close}
    />
  );
}

/** Returns the request body, with the fields of agents only for an agent's user. */
function toBody({ name = '', role = '', agentCode = '', delegates = '' }: Values): {
  name: string;
  role: Role;
  agentCode?: string;
  delegates?: string[];
} {
  const ofAgent = { agentCode: agentCode.trim(), delegates: delegates.split(/[\s,]+/).filter((code) => code !== '') };
  return { name, role: role as Role, ...(role === 'agent' ? ofAgent : {}) };
}
