import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, PageHead } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { ROLES } from '../frame/roles.js';
import type { Role } from '../session.js';
import { RowButton } from './money.js';

type User = Schema<'UserResponse'>;

export function UsersPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/users', { query: queryOf(search), keepsFormer: true });
  const [action, setAction] = useState<{ does: 'new' | 'change' | 'status'; user: User | null } | null>(null);
  const roles = Object.entries(ROLES).map(([role, title]) => [role, t(title)] as const);
  const columns: readonly Column<User>[] = [
    { title: 'field.name', text: ({ name }) => name },
    { title: 'field.email', text: ({ email }) => email },
    { title: 'column.role', text: ({ role }) => t(ROLES[role]) },
    { title: 'column.status', text: ({ status }) => t(status === 'active' ? 'state.active' : 'state.disabled') },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    { title: 'user.delegates', text: ({ delegates }) => delegates.join(', ') },
    { title: 'user.hasPassword', text: ({ hasPassword }) => t(hasPassword ? 'answer.yes' : 'answer.no') },
    { title: 'fact.created', text: ({ createdAt }) => moment(createdAt) },
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
    { name: 'agentCode', label: 'filter.agent' },
  ];
  return (
    <>
      <PageHead title={t('nav.users')}>
        <Button size="xs" onClick={() => setAction({ does: 'new', user: null })}>
          {t('user.invite')}
        </Button>
      </PageHead>
      <List
        name="nav.users"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        actions={(user) => (
          <span className="tools">
            {!user.sandboxOnly && <RowButton title="action.change" onClick={() => setAction({ does: 'change', user })} />}
            <RowButton
              title={user.status === 'active' ? 'action.disable' : 'action.enable'}
              onClick={() => setAction({ does: 'status', user })}
            />
          </span>
        )}
      />
      {action !== null && <UserDialog does={action.does} user={action.user} close={() => setAction(null)} />}
    </>
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
    return (
      <FormDialog
        title={isActive ? 'action.disable' : 'action.enable'}
        says={t(isActive ? 'user.disable.says' : 'user.enable.says', { name: user.name })}
        confirm={isActive ? 'action.disable' : 'action.enable'}
        isGrave={isActive}
        fields={[]}
        send={(key) =>
          call('patch', '/backoffice-api/users/{id}', { path: { id: user.id }, key, body: { status: isActive ? 'disabled' : 'active' } })
        }
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

/** What only an agent's user has is sent of those alone. */
function toBody({ name = '', role = '', agentCode = '', delegates = '' }: Values): {
  name: string;
  role: Role;
  agentCode?: string;
  delegates?: string[];
} {
  const ofAgent = { agentCode: agentCode.trim(), delegates: delegates.split(/[\s,]+/).filter((code) => code !== '') };
  return { name, role: role as Role, ...(role === 'agent' ? ofAgent : {}) };
}

type Entry = Schema<'AuditEntryResponse'>;

export function AuditPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/audit', { query: queryOf(search), keepsFormer: true });
  const columns: readonly Column<Entry>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'audit.actor', text: ({ actor }) => actor },
    { title: 'audit.action', text: ({ action }) => action },
    { title: 'audit.subject', text: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}` },
    { title: 'environment', text: ({ environment }) => environment ?? '' },
    {
      title: 'audit.details',
      text: ({ details }) => JSON.stringify(details),
      show: ({ details }) => <code className="pre small">{JSON.stringify(details)}</code>,
    },
    { title: 'column.address', text: ({ address }) => address ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.audit')} />
      <List
        name="nav.audit"
        page={page}
        search={search}
        columns={columns}
        filters={[
          { name: 'actor', label: 'audit.actor' },
          { name: 'action', label: 'audit.action' },
          { name: 'subjectType', label: 'audit.subjectType' },
          { name: 'subjectId', label: 'audit.subjectId' },
          { name: 'from', label: 'filter.from', type: 'date' },
          { name: 'to', label: 'filter.to', type: 'date' },
        ]}
        keyOf={({ id }) => id}
      />
    </>
  );
}

type Call = Schema<'StaffCallResponse'>;

export function CallsPage(): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/calls', { query: queryOf(search), keepsFormer: true });
  const columns: readonly Column<Call>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'call.route', text: ({ method, route }) => `${method} ${route}` },
    { title: 'column.status', text: ({ status }) => String(status), isNumber: true },
    { title: 'call.error', text: ({ errorCode }) => errorCode ?? '' },
    { title: 'call.ms', text: ({ durationMs }) => number(durationMs), isNumber: true },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    { title: 'key.prefix', text: ({ keyPrefix }) => keyPrefix },
    { title: 'environment', text: ({ environment }) => environment },
    { title: 'column.address', text: ({ address }) => address ?? '' },
    { title: 'call.requestId', text: ({ requestId }) => requestId },
  ];
  return (
    <>
      <PageHead title={t('nav.calls')} />
      <List
        name="nav.calls"
        page={page}
        search={search}
        columns={columns}
        filters={[
          { name: 'status', label: 'column.status' },
          { name: 'route', label: 'call.route' },
          { name: 'agentCode', label: 'filter.agent' },
          { name: 'keyPrefix', label: 'key.prefix' },
          { name: 'requestId', label: 'call.requestId' },
          { name: 'from', label: 'filter.from', type: 'date' },
        ]}
        keyOf={({ requestId }) => requestId}
      />
    </>
  );
}

/** Erasure of the person that the address names by its number in the register. */
export function ErasurePage(): ReactNode {
  const t = useText();
  const search = useListSearch();
  const id = search.values.party ?? '';
  const preview = useGet('/backoffice-api/parties/{id}/erasure/preview', { path: { id }, enabled: id !== '' });
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState(id);
  return (
    <>
      <PageHead title={t('nav.erasure')} about={t('erasure.about')} />
      <div className="stack">
        <Card>
          <form
            className="tools"
            onSubmit={(event) => {
              event.preventDefault();
              search.change({ party: typed.trim() });
            }}
          >
            <label htmlFor="party">{t('erasure.party')}</label>
            <input id="party" inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
            <Button type="submit" size="xs" variant="default">
              {t('erasure.look')}
            </Button>
          </form>
        </Card>
        {id !== '' && <Loaded of={preview}>{({ body }) => <ErasurePreview preview={body} erase={() => setAsking(true)} />}</Loaded>}
      </div>
      {isAsking && (
        <FormDialog
          title="erasure.do"
          says={t('erasure.says', { id })}
          confirm="erasure.do"
          isGrave
          fields={[]}
          send={(key) => call('post', '/backoffice-api/parties/{id}/erasure', { path: { id }, key })}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface ErasurePreviewProps {
  readonly preview: Schema<'ErasurePreviewResponse'>;
  readonly erase: () => void;
}

function ErasurePreview({ preview, erase }: ErasurePreviewProps): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const rows: readonly (readonly [MessageId, readonly string[]])[] = [
    ['erasure.against', preview.reasons],
    ['erasure.goes', preview.places.map(({ place, agentCode, count }) => `${place} ${agentCode ?? ''}: ${number(count)}`)],
    ['erasure.stays', preview.stays.map(({ place, count, reason }) => `${place}: ${number(count)}. ${reason}`)],
    ['erasure.notSearched', preview.notSearched.map(({ agentCode, count }) => `${agentCode ?? ''} ${number(count)}`)],
  ];
  return (
    <>
      {rows.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <Card key={title} title={title}>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Card>
          ),
      )}
      {!preview.isComplete && <p>{t('erasure.incomplete')}</p>}
      {preview.isPossible && (
        <p>
          <Button color="red.9" onClick={erase}>
            {t('erasure.do')}
          </Button>
        </p>
      )}
    </>
  );
}
