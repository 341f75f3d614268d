import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { RowButton, WriteButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Authority = Schema<'AuthorityResponse'>;

const STATES: Readonly<Record<string, MessageId>> = {
  IN_FORCE: 'authority.inForce',
  FUTURE: 'authority.future',
  PAST: 'authority.past',
};

const LIMITS = [
  ['maxSumInsured', 'authority.sumInsured', 'money'],
  ['maxPremium', 'authority.premium', 'money'],
  ['maxLoadingPercent', 'authority.loading', 'percent'],
  ['maxDiscountPercent', 'authority.discount', 'percent'],
  ['maxDeductible', 'authority.deductible', 'money'],
] as const;

/** Lists the authorities of underwriters; administrators grant and end them. */
export function AuthoritiesPage(): ReactNode {
  const t = useText();
  const { day, money, number } = useFormat();
  const isAdmin = useWho().role === 'admin';
  const list = useList('/backoffice-api/authorities');
  const [chosen, setChosen] = useState<Authority | 'new' | null>(null);
  const close = (): void => setChosen(null);
  const columns: readonly Column<Authority>[] = [
    { title: 'field.name', text: ({ userName }) => userName },
    { title: 'authority.lines', text: ({ lines }) => lines.join(', ') },
    { title: 'authority.rules', text: ({ rules }) => rules?.join(', ') ?? t('authority.all') },
    ...LIMITS.map(([name, title, kind]): Column<Authority> => {
      return { title, text: (row) => (row[name] === null ? '–' : kind === 'money' ? money(row[name]) : `${number(row[name])}%`) };
    }),
    { title: 'authority.from', text: ({ validFrom }) => day(validFrom) },
    { title: 'authority.until', text: ({ validTo }) => (validTo === null ? '–' : day(validTo)) },
    { title: 'column.status', text: ({ state }) => t(STATES[state] ?? 'authority.past') },
    { title: 'authority.grantedBy', text: ({ grantedBy, endedBy }) => (endedBy === null ? grantedBy : `${grantedBy} / ${endedBy}`) },
  ];
  return (
    <>
      <PageHead title={t('nav.authorities')} about={t('authority.about')}>
        {isAdmin && (
          <WriteButton size="xs" onClick={() => setChosen('new')}>
            {t('authority.grant')}
          </WriteButton>
        )}
      </PageHead>
      <List
        name="nav.authorities"
        {...list}
        columns={columns}
        filters={[{ name: 'state', label: 'column.status', choices: Object.entries(STATES).map(([state, title]) => [state, t(title)]) }]}
        keyOf={({ id }) => String(id)}
        actions={(row) => isAdmin && row.state !== 'PAST' && <RowButton title="authority.end" onClick={() => setChosen(row)} />}
      />
      {chosen === 'new' && <GrantDialog close={close} />}
      {chosen !== null && chosen !== 'new' && (
        <FormDialog
          title="authority.end"
          says={t('authority.end.says', { name: chosen.userName })}
          confirm="authority.end"
          isDestructive
          fields={[]}
          send={(key) => call('post', '/backoffice-api/authorities/{id}/end', { path: { id: chosen.id }, key })}
          close={close}
        />
      )}
    </>
  );
}

const MOST = 500;

function GrantDialog({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const users = useGet('/backoffice-api/users', { query: { role: 'underwriter', status: 'active', limit: MOST } });
  const choices = (users.data?.body.items ?? []).map(({ id, name }) => [String(id), name] as const);
  const fields: readonly FieldSpec[] = [
    { name: 'userId', label: 'field.name', choices },
    { name: 'lines', label: 'authority.lines', hint: 'authority.lines.hint', initial: 'fire, motor' },
    { name: 'rules', label: 'authority.rules', hint: 'authority.rules.hint', isOptional: true },
    ...LIMITS.map(([name, label, type]): FieldSpec => ({ name, label, type, hint: 'authority.limit.hint', isOptional: true })),
    { name: 'validFrom', label: 'authority.from', type: 'date' },
    { name: 'validTo', label: 'authority.until', type: 'date', isOptional: true },
  ];
  if (users.data === undefined) return null;
  return (
    <FormDialog
      title="authority.grant"
      says={t('authority.grant.says')}
      confirm="authority.grant"
      fields={fields}
      send={(key, values) => call('post', '/backoffice-api/authorities', { key, body: toBody(values) })}
      close={close}
    />
  );
}

function toCodes(text = ''): string[] {
  return text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function toBody(values: Values): Schema<'AuthorityRequest'> {
  const rules = toCodes(values['rules']);
  const limit = (name: string): number | null => (values[name] === undefined || values[name] === '' ? null : Number(values[name]));
  return {
    userId: Number(values['userId']),
    lines: toCodes(values['lines']),
    rules: rules.length === 0 ? null : rules,
    maxSumInsured: limit('maxSumInsured'),
    maxPremium: limit('maxPremium'),
    maxLoadingPercent: limit('maxLoadingPercent'),
    maxDiscountPercent: limit('maxDiscountPercent'),
    maxDeductible: limit('maxDeductible'),
    validFrom: values['validFrom'] ?? '',
    validTo: values['validTo'] || null,
  };
}
