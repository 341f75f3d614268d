import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { toTyped } from '../forms/typed-number.js';
import { useLocale, useText, type MessageId } from '../messages/language.js';
import '../messages/own.js';
import { FormDialog, type FieldSpec, type Values } from '../parts/form-dialog.js';
import { toAthensDay, useFormat } from '../parts/format.js';
import { KEY_STATES, KeyRotation, isCurrent } from '../parts/key-rotation.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { DeclineDialog, GrantDialog } from '../parts/production-request.js';
import { Secret } from '../parts/secret.js';
import { RowButton, WriteButton } from '../parts/write-button.js';

type Program = Schema<'ProgramResponse'>;
type ApiKey = Schema<'ApiKeyResponse'>;

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter((part) => part !== '');
const numberOrNull = (text = ''): number | null => (text.trim() === '' ? null : Number(text));

export function ProgramsPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/programs');
  const [isNew, setNew] = useState(false);
  const columns: readonly Column<Program>[] = [
    { title: 'field.title', text: ({ name }) => name },
    { title: 'column.owner', text: ({ owner }) => owner ?? '' },
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'fact.created', text: ({ createdAt }) => moment(createdAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.programs')} about={t('programs.about')}>
        <WriteButton size="xs" onClick={() => setNew(true)}>
          {t('program.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.programs"
        {...list}
        columns={columns}
        filters={[{ name: 'name', label: 'field.title' }]}
        keyOf={({ id }) => id}
        linkOf={() => '/keys'}
        linkSearch={({ id }) => ({ programId: String(id) })}
      />
      {isNew && (
        <FormDialog
          title="program.new"
          says={t('program.new.says')}
          confirm="program.new"
          fields={[
            { name: 'name', label: 'field.programName' },
            { name: 'owner', label: 'column.owner' },
          ]}
          send={(key, { name = '', owner = '' }) => call('post', '/backoffice-api/programs', { key, body: { name, owner } })}
          close={() => setNew(false)}
        />
      )}
    </>
  );
}

type Service = Schema<'NewApiKeyRequest'>['services'][number];

/** All services, checked to be complete. */
const SERVICES = Object.keys({
  'auth-api': 0,
  'parameters-api': 0,
  'parties-api': 0,
  'fire-api': 0,
  'mtr-api': 0,
  'collection-api': 0,
  'common-api': 0,
  'docs-api': 0,
  'service-requests-api': 0,
  'events-api': 0,
  'reports-api': 0,
} satisfies Record<Service, 0>);

const KEY_FIELDS: readonly FieldSpec[] = [
  { name: 'name', label: 'field.title' },
  { name: 'services', label: 'key.services', type: 'ticks', choices: SERVICES.map((service) => [service, service]) },
  { name: 'ipAddresses', label: 'key.addresses', hint: 'key.addresses.hint', isOptional: true },
  { name: 'ratePerHour', label: 'key.ratePerHour', type: 'whole', isOptional: true },
  { name: 'ratePerDay', label: 'key.ratePerDay', type: 'whole', isOptional: true },
  { name: 'contact', label: 'key.contact', type: 'email', isOptional: true },
  { name: 'certificateSha256', label: 'key.certificate', isOptional: true },
  { name: 'expiresAt', label: 'key.expires', hint: 'key.expires.hint', type: 'date', isOptional: true },
];

function toTerms(
  values: Values,
): Required<Pick<Schema<'NewApiKeyRequest'>, 'name' | 'services' | 'environments' | 'ipAddresses'>> &
  Pick<Schema<'NewApiKeyRequest'>, 'ratePerHour' | 'ratePerDay' | 'contact' | 'certificateSha256'> {
  return {
    name: values.name ?? '',
    // The API reports unknown values.
    services: listOf(values.services) as Schema<'NewApiKeyRequest'>['services'],
    environments: listOf(values.environments) as Schema<'NewApiKeyRequest'>['environments'],
    ipAddresses: listOf(values.ipAddresses),
    ratePerHour: numberOrNull(values.ratePerHour),
    ratePerDay: numberOrNull(values.ratePerDay),
    contact: values.contact?.trim() || null,
    certificateSha256: values.certificateSha256?.trim() || null,
  };
}

type KeyAction =
  | { readonly does: 'new' }
  | { readonly does: 'change' | 'grant' | 'decline' | 'rotate' | 'status'; readonly apiKey: ApiKey };

/** Whether production was requested with the sign-up, and neither granted nor declined. */
const isRequest = ({ signup, environments, status }: ApiKey): boolean =>
  status === 'active' &&
  signup?.environments.includes('production') === true &&
  signup.productionDeclinedAt === null &&
  !environments.includes('production');

/** Lists API keys with their services, addresses and limits. A key is shown once, when created. */
export function KeysPage(): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const list = useList('/backoffice-api/api-keys');
  const [action, setAction] = useState<KeyAction | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const columns: readonly Column<ApiKey>[] = [
    { title: 'field.title', text: ({ name }) => name },
    { title: 'column.program', text: ({ programName }) => programName, isExtra: true },
    { title: 'column.owner', text: ({ owner, contact, agentCode }) => [owner, contact, agentCode].filter(Boolean).join(', ') },
    { title: 'key.prefix', text: ({ prefix }) => prefix },
    { title: 'column.status', text: ({ status }) => t(KEY_STATES[status]) },
    { title: 'key.environments', text: ({ environments }) => environments.join(', ') },
    {
      title: 'key.services',
      text: ({ services }) => services.join(', '),
      isExtra: true,
    },
    {
      title: 'key.ratePerHour',
      text: ({ ratePerHour }) => (ratePerHour === null ? '' : number(ratePerHour)),
      isNumber: true,
      isExtra: true,
    },
    { title: 'key.asked', text: ({ signup }) => (signup === null ? '' : describeSignup(signup)) },
    { title: 'key.lastUsed', text: ({ lastUsedAt }) => (lastUsedAt === null ? '' : moment(lastUsedAt)) },
    { title: 'key.expires', text: ({ expiresAt }) => (expiresAt === null ? '' : moment(expiresAt)) },
  ];
  const describeSignup = ({ email, environments, productionDeclinedAt: declined }: NonNullable<ApiKey['signup']>): string =>
    `${email}: ${[environments.join(', '), declined && t('key.declined', { date: moment(declined) })].filter(Boolean).join('; ')}`;
  const filters: readonly Filter[] = [
    { name: 'status', label: 'column.status', choices: Object.entries(KEY_STATES).map(([name, title]) => [name, t(title)]) },
    { name: 'prefix', label: 'key.prefix' },
    { name: 'programId', label: 'filter.programId', type: 'whole' },
    { name: 'productionRequested', label: 'key.asked', choices: [['yes', t('overview.production')]] },
  ];
  return (
    <>
      <PageHead title={t('nav.keys')}>
        <WriteButton size="xs" onClick={() => setAction({ does: 'new' })}>
          {t('key.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.keys"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        actions={(apiKey) => (
          <span className="tools">
            {isRequest(apiKey) && (
              <>
                <RowButton title="key.grant" onClick={() => setAction({ does: 'grant', apiKey })} />
                <RowButton title="key.decline" onClick={() => setAction({ does: 'decline', apiKey })} />
              </>
            )}
            <RowButton title="action.change" onClick={() => setAction({ does: 'change', apiKey })} />
            {isCurrent(apiKey) && <RowButton title="key.rotate" onClick={() => setAction({ does: 'rotate', apiKey })} />}
            <RowButton
              title={apiKey.status === 'active' ? 'action.disable' : 'action.enable'}
              onClick={() => setAction({ does: 'status', apiKey })}
            />
          </span>
        )}
      />
      {action !== null && <KeyDialog action={action} close={() => setAction(null)} show={setSecret} />}
      {secret !== null && <Secret title="keys.apiKey" secret={secret} close={() => setSecret(null)} />}
    </>
  );
}

interface KeyDialogProps {
  readonly action: KeyAction;
  readonly close: () => void;
  readonly show: (secret: string | null) => void;
}

function KeyDialog({ action, close, show }: KeyDialogProps): ReactNode {
  const t = useText();
  const environments = [
    ['sandbox', t('environment.sandbox')],
    ['production', t('environment.production')],
  ] as const;
  const [name, services, ...others] = KEY_FIELDS;
  const fields: readonly FieldSpec[] = [
    name!,
    services!,
    { name: 'environments', label: 'key.environments', type: 'ticks', choices: environments },
    ...others,
  ];
  if (action.does === 'new')
    return (
      <FormDialog
        title="key.new"
        says={t('key.new.says')}
        confirm="key.new"
        fields={[{ name: 'programId', label: 'filter.programId', hint: 'key.program.hint', type: 'whole', isOptional: true }, ...fields]}
        send={async (key, values) =>
          (
            await call('post', '/backoffice-api/api-keys', {
              key,
              body: { ...toTerms(values), programId: numberOrNull(values.programId), expiresAt: values.expiresAt || undefined },
            })
          ).body
        }
        done={({ apiKey }) => show(apiKey ?? null)}
        close={close}
      />
    );
  const { apiKey, does } = action;
  const path = { id: apiKey.id };
  if (does === 'rotate') return <KeyRotation apiKey={apiKey} show={show} close={close} />;
  if (does === 'grant') return <GrantDialog apiKey={apiKey} close={close} />;
  if (does === 'decline') return <DeclineDialog apiKey={apiKey} close={close} />;
  if (does === 'status') return <StatusDialog apiKey={apiKey} close={close} />;
  const now: Values = {
    name: apiKey.name,
    services: apiKey.services.join(' '),
    environments: apiKey.environments.join(' '),
    ipAddresses: apiKey.ipAddresses.join(', '),
    ratePerHour: String(apiKey.ratePerHour ?? ''),
    ratePerDay: String(apiKey.ratePerDay ?? ''),
    contact: apiKey.contact ?? '',
    certificateSha256: apiKey.certificateSha256 ?? '',
    expiresAt: apiKey.expiresAt === null ? '' : toAthensDay(apiKey.expiresAt),
  };
  // An unchanged day keeps its time of day.
  const toChange = (values: Values): Schema<'ApiKeyChangeRequest'> => ({
    ...toTerms(values),
    ...(values.expiresAt !== now.expiresAt && { expiresAt: values.expiresAt || null }),
  });
  return (
    <FormDialog
      title="action.change"
      says={t('key.change.says', { name: apiKey.name })}
      confirm="action.save"
      fields={fields.map((field) => ({ ...field, initial: now[field.name] }))}
      send={(key, values) => call('patch', '/backoffice-api/api-keys/{id}', { path, key, body: toChange(values) })}
      close={close}
    />
  );
}

interface KeyProps {
  readonly apiKey: ApiKey;
  readonly close: () => void;
}

function StatusDialog({ apiKey: { id, name, status }, close }: KeyProps): ReactNode {
  const t = useText();
  const isActive = status === 'active';
  const title = isActive ? 'action.disable' : 'action.enable';
  const setStatus = (key: string, next: ApiKey['status']): Promise<unknown> =>
    call('patch', '/backoffice-api/api-keys/{id}', { path: { id }, key, body: { status: next } });
  return (
    <FormDialog
      title={title}
      says={t(isActive ? 'key.disable.says' : 'key.enable.says', { name })}
      confirm={title}
      isDestructive={isActive}
      fields={[]}
      send={(key) => setStatus(key, isActive ? 'disabled' : 'active')}
      toast={() => ({ text: t('toast.done', { action: t(title) }), undo: (key) => setStatus(key, status) })}
      close={close}
    />
  );
}

type Agent = Schema<'AgentResponse'>;

/** Returns the request body; an empty field clears, but an empty IBAN stays unchanged. */
function toAgentBody(values: Values): Omit<Schema<'NewAgentRequest'>, 'code' | 'subagents'> {
  const { name = '', type, creditLimit, iban = '', withholding } = values;
  const textOf = (field: string): string | null => (values[field] ?? '').trim() || null;
  return {
    name,
    type: type === 'broker' ? 'broker' : 'direct',
    creditLimit: Number(creditLimit),
    licenceNo: textOf('licenceNo'),
    afm: textOf('afm'),
    legalName: textOf('legalName'),
    ...(iban.trim() === '' ? {} : { iban }),
    withholding: withholding === 'INDIVIDUAL' ? 'INDIVIDUAL' : 'COMPANY',
    commissionType: textOf('commissionType'),
    nettingAllowed: values.nettingAllowed === 'yes',
    activeFrom: textOf('activeFrom'),
    activeUntil: textOf('activeUntil'),
    accessUntil: textOf('accessUntil'),
    renewalsAllowed: values.renewalsAllowed === 'yes',
  };
}

const AGENT_TYPES: Readonly<Record<Agent['type'], MessageId>> = { direct: 'agent.direct', broker: 'agent.broker', test: 'agent.test' };

export function AgentsPage(): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const { locale } = useLocale();
  const list = useList('/backoffice-api/agents');
  const [chosen, setChosen] = useState<Agent | 'new' | null>(null);
  const types = [
    ['direct', t('agent.direct')],
    ['broker', t('agent.broker')],
  ] as const;
  const yesOrNo = [
    ['no', t('answer.no')],
    ['yes', t('answer.yes')],
  ] as const;
  const columns: readonly Column<Agent>[] = [
    { title: 'filter.agent', text: ({ code }) => code },
    { title: 'field.title', text: ({ name }) => name },
    { title: 'column.kind', text: ({ type }) => t(AGENT_TYPES[type]) },
    { title: 'account.limit', text: ({ creditLimit }) => money(creditLimit), isNumber: true },
    { title: 'agent.subagents', text: ({ subagents }) => subagents.map(({ code, name }) => `${code} ${name}`).join(', ') },
  ];
  const fields = (agent?: Agent): FieldSpec[] => [
    { name: 'name', label: 'field.title', initial: agent?.name },
    { name: 'type', label: 'column.kind', initial: agent?.type ?? 'direct', choices: types },
    { name: 'creditLimit', label: 'account.limit', type: 'money', initial: agent && toTyped(agent.creditLimit, locale) },
    { name: 'licenceNo', label: 'agent.licenceNo', initial: agent?.licenceNo ?? '', isOptional: true },
    { name: 'afm', label: 'agent.afm', initial: agent?.afm ?? '', isOptional: true },
    { name: 'legalName', label: 'agent.legalName', initial: agent?.legalName ?? '', isOptional: true },
    { name: 'iban', label: agent?.iban ? 'agent.iban.known' : 'agent.iban', isOptional: true },
    {
      name: 'withholding',
      label: 'agent.withholding',
      initial: agent?.withholding ?? 'COMPANY',
      choices: [
        ['INDIVIDUAL', t('agent.individual')],
        ['COMPANY', t('agent.company')],
      ],
    },
    { name: 'commissionType', label: 'agent.commissionType', initial: agent?.commissionType ?? '', isOptional: true },
    { name: 'nettingAllowed', label: 'agent.netting', initial: agent?.nettingAllowed ? 'yes' : 'no', choices: yesOrNo },
    { name: 'activeFrom', label: 'agent.activeFrom', type: 'date', initial: agent?.activeFrom ?? '', isOptional: true },
    { name: 'activeUntil', label: 'agent.activeUntil', type: 'date', initial: agent?.activeUntil ?? '', isOptional: true },
    { name: 'accessUntil', label: 'agent.accessUntil', type: 'date', initial: agent?.accessUntil ?? '', isOptional: true },
    { name: 'renewalsAllowed', label: 'agent.renewals', initial: agent?.renewalsAllowed ? 'yes' : 'no', choices: yesOrNo },
  ];
  return (
    <>
      <PageHead title={t('nav.agents')}>
        <WriteButton size="xs" onClick={() => setChosen('new')}>
          {t('agent.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.agents"
        {...list}
        columns={columns}
        filters={[
          { name: 'name', label: 'field.title' },
          { name: 'type', label: 'column.kind', choices: Object.entries(AGENT_TYPES).map(([name, title]) => [name, t(title)]) },
        ]}
        keyOf={({ code }) => code}
        actions={(agent) => agent.type !== 'test' && <RowButton title="action.change" onClick={() => setChosen(agent)} />}
      />
      {chosen === 'new' && (
        <FormDialog
          title="agent.new"
          says={t('agent.new.says')}
          confirm="agent.new"
          fields={[{ name: 'code', label: 'filter.agent' }, ...fields()]}
          send={(key, values) => call('post', '/backoffice-api/agents', { key, body: { code: values.code ?? '', ...toAgentBody(values) } })}
          close={() => setChosen(null)}
        />
      )}
      {chosen !== null && chosen !== 'new' && (
        <FormDialog
          title="action.change"
          says={t('agent.change.says', { code: chosen.code })}
          confirm="action.save"
          fields={fields(chosen)}
          send={(key, values) =>
            call('patch', '/backoffice-api/agents/{code}', { path: { code: chosen.code }, key, body: toAgentBody(values) })
          }
          close={() => setChosen(null)}
        />
      )}
    </>
  );
}
