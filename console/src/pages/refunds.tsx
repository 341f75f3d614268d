import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { Ago } from '../parts/ago.js';
import { useText, type Text } from '../messages/language.js';
import { BulkButton } from '../parts/bulk-button.js';
import type { BulkOutcome } from '../parts/bulk-failures.js';
import { ClientLink } from '../parts/client-link.js';
import { useCodes } from '../parts/codes.js';
import { FormDialog, type FieldSpec, type Values } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { agentFilter } from '../parts/line-filters.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useGet } from '../api/use-get.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { REFUND_KIND_TITLES, REFUND_STATE_TITLES } from '../parts/refund-titles.js';
import { RowButton, useIsReader, WriteButton } from '../parts/write-button.js';

type Refund = Schema<'OwedRefundResponse'>;

export function RefundsPage(): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const list = useList('/backoffice-api/refunds');
  const { titleOf, choicesOf } = useCodes();
  const [chosen, setChosen] = useState<{ refund: Refund; does: 'account' | 'withdraw' } | null>(null);
  const [prepared, setPrepared] = useState<readonly Refund[] | null>(null);
  const isReader = useIsReader();
  const columns: readonly Column<Refund>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(REFUND_STATE_TITLES, status) },
    { title: 'column.kind', text: ({ kind }) => titleOf(REFUND_KIND_TITLES, kind) },
    { title: 'column.amount', amount: ({ amount }) => amount },
    {
      title: 'column.client',
      text: ({ clientName, agentCode }) => clientName ?? (agentCode === null ? t('refund.sender') : ''),
      show: ({ clientName, clientId }) => (clientName === null ? undefined : <ClientLink id={clientId} name={clientName} />),
    },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.agent', text: ({ agentName }) => agentName ?? '' },
    {
      title: 'column.account',
      text: ({ account }) => (account === null ? '' : `${account.iban} ${account.holder}`),
      show: ({ account, status }) =>
        account === null && status === 'OWED' ? <span className="tag wait">{t('batch.noIban')}</span> : undefined,
    },
    { title: 'column.since', text: ({ owedSince }) => moment(owedSince), show: ({ owedSince }) => <Ago at={owedSince} />, isWhole: true },
  ];
  const filters: readonly Filter[] = [
    { name: 'status', label: 'column.status', choices: choicesOf(REFUND_STATE_TITLES) },
    { name: 'kind', label: 'column.kind', choices: choicesOf(REFUND_KIND_TITLES) },
    {
      name: 'hasAccount',
      label: 'column.account',
      choices: [
        ['yes', t('answer.yes')],
        ['no', t('answer.no')],
      ],
    },
    agentFilter(),
  ];
  return (
    <>
      <PageHead title={t('nav.refunds')}>
        <WriteButton size="xs" onClick={() => setPrepared([])}>
          {t('batch.prepare')}
        </WriteButton>
      </PageHead>
      {!isReader && <DebtorNotice />}
      <List
        name="nav.refunds"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        bulk={
          isReader
            ? undefined
            : {
                isPossible: ({ status }) => status === 'OWED',
                show: (ticked, finish) => (
                  <>
                    <SetAccounts refunds={ticked} finish={finish} />
                    {ticked.every(({ account }) => account !== null) && (
                      <Button size="xs" onClick={() => setPrepared(ticked)}>
                        {t('batch.prepareTicked', { amount: money(sumOf(ticked)) })}
                      </Button>
                    )}
                  </>
                ),
              }
        }
        actions={(refund) =>
          refund.status === 'OWED' && (
            <span className="tools">
              <RowButton title="refund.account" onClick={() => setChosen({ refund, does: 'account' })} />
              {refund.kind === 'AGENT' && <RowButton title="refund.withdraw" onClick={() => setChosen({ refund, does: 'withdraw' })} />}
            </span>
          )
        }
      />
      {chosen !== null && <RefundDialog refund={chosen.refund} does={chosen.does} close={() => setChosen(null)} />}
      {prepared !== null && <Prepare refunds={prepared} close={() => setPrepared(null)} />}
    </>
  );
}

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

/** Returns who gets the refund; null for an unknown sender and an erased client. */
function findOwner({ kind, agentCode, clientId }: Refund): string | null {
  if (kind === 'AGENT') return `agent ${agentCode}`;
  return clientId === null ? null : `client ${clientId}`;
}

const ownerNameOf = ({ clientName, agentName }: Refund): string => clientName ?? agentName ?? '';

interface SetAccountsProps {
  readonly refunds: readonly Refund[];
  readonly finish: (outcome: BulkOutcome<Refund>) => void;
}

/** Sets one account for all refunds of a person. */
function SetAccounts({ refunds, finish }: SetAccountsProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const first = refunds[0]!;
  const owner = findOwner(first);
  const isOnePerson = refunds.length === 1 || (owner !== null && refunds.every((refund) => findOwner(refund) === owner));
  if (!isOnePerson) return <span>{t('refund.accounts.one')}</span>;
  return (
    <BulkButton
      title="refund.account"
      rows={refunds}
      nameOf={({ id, policyNo }) => policyNo ?? String(id)}
      dialog={{
        says: t('refund.accounts.says', { n: refunds.length, amount: money(sumOf(refunds)) }),
        fields: buildAccountFields(ownerNameOf(first), t),
      }}
      send={saveAccount}
      finish={finish}
    />
  );
}

/** Says that no batch can be prepared without the company's account, and leads to the setting. */
function DebtorNotice(): ReactNode {
  const t = useText();
  const settings = useGet('/backoffice-api/settings');
  if (settings.data === undefined || settings.data.body.payoutIban !== null) return null;
  return (
    <p className="notice" role="status">
      {t('refund.noDebtor')} <Link to="/settings">{t('nav.settings')}</Link>
    </p>
  );
}

/** Prepares a batch of the refunds; of all that have an account if none are given. */
function Prepare({ refunds, close }: { readonly refunds: readonly Refund[]; readonly close: () => void }): ReactNode {
  const t = useText();
  const toBody = ({ executionDate = '' }: Values): Schema<'PayoutBatchRequest'> => ({
    ...(executionDate === '' ? {} : { executionDate }),
    ...(refunds.length === 0 ? {} : { refundIds: refunds.map(({ id }) => id) }),
  });
  return (
    <FormDialog
      title="batch.prepare"
      says={refunds.length === 0 ? t('batch.prepare.says') : t('batch.prepareTicked.says', { n: refunds.length })}
      confirm="batch.prepare"
      isDestructive
      fields={[{ name: 'executionDate', label: 'field.executionDate', type: 'date', isOptional: true }]}
      send={(key, values) => call('post', '/backoffice-api/payout-batches', { key, body: toBody(values) })}
      toast={({ body: { id } }) => ({ text: t('toast.batch', { id }), to: `/payout-batches/${id}` })}
      preview={{
        name: `payout batch ${refunds.map(({ id }) => id).join()}`,
        load: async (values, signal) =>
          (await call('post', '/backoffice-api/payout-batches/preview', { body: toBody(values), signal })).body,
        show: (shown) => <BatchPreview of={shown} />,
      }}
      close={close}
    />
  );
}

/** Whether two names have the same words, in any order. */
function isSameName(one: string, other: string): boolean {
  const words = (name: string): string =>
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .sort()
      .join(' ');
  return words(one) === words(other);
}

/** Builds the fields of an account, with a warning if its holder is not the owner of the refund. */
function buildAccountFields(owner: string, t: Text): readonly FieldSpec[] {
  return [
    { name: 'iban', label: 'field.iban' },
    {
      name: 'holder',
      label: 'field.holder',
      initial: owner,
      warn: ({ holder = '' }) => (owner === '' || isSameName(holder, owner) ? null : t('refund.holder.differs', { name: owner })),
    },
  ];
}

function saveAccount({ id }: Refund, key: string, { iban = '', holder = '' }: Values): Promise<unknown> {
  return call('put', '/backoffice-api/refunds/{id}/account', { path: { id }, key, body: { iban, holder } });
}

interface RefundDialogProps {
  readonly refund: Refund;
  readonly does: 'account' | 'withdraw';
  readonly close: () => void;
}

function RefundDialog({ refund, does, close }: RefundDialogProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const path = { id: refund.id };
  if (does === 'withdraw')
    return (
      <FormDialog
        title="refund.withdraw"
        says={t('refund.withdraw.says', { amount: money(refund.amount) })}
        confirm="refund.withdraw"
        isDestructive
        fields={[]}
        send={(key) => call('post', '/backoffice-api/refunds/{id}/withdrawal', { path, key })}
        close={close}
      />
    );
  return (
    <FormDialog
      title="refund.account"
      says={t('refund.account.says', { amount: money(refund.amount) })}
      confirm="action.save"
      fields={buildAccountFields(ownerNameOf(refund), t)}
      send={(key, values) => saveAccount(refund, key, values)}
      close={close}
    />
  );
}

/** Figures of a batch that is not prepared yet, and what to check before. */
function BatchPreview({ of: { count, amount, warnings } }: { readonly of: Schema<'PayoutBatchPreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <>
      <p>{t('batch.preview', { count, amount: money(amount) })}</p>
      {warnings.map(({ code, message, refundIds }) => (
        <p key={code}>
          <strong>{message}</strong> {refundIds.join(', ')}
        </p>
      ))}
    </>
  );
}
