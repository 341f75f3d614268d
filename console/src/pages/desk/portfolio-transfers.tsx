import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import '../../messages/runs.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { FormDialog, type Values } from '../../parts/form-dialog.js';
import { today, useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { Facts, PageHead } from '../../parts/page.js';
import { RowButton, WriteButton } from '../../parts/write-button.js';

type Transfer = Schema<'PortfolioTransferResponse'>;

const TRANSFERS = '/backoffice-api/portfolio-transfers';
const STATES: Titles = {
  SCHEDULED: 'transfer.SCHEDULED',
  RUNNING: 'transfer.RUNNING',
  DONE: 'transfer.DONE',
  REFUSED: 'transfer.REFUSED',
  CANCELLED: 'transfer.CANCELLED',
};

/** Transfers of contracts to another agent, with a form for a new one. */
export function PortfolioTransfersPage(): ReactNode {
  const t = useText();
  const { day, moment, number } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList(TRANSFERS);
  const [chosen, setChosen] = useState<Transfer | 'new' | null>(null);
  const close = (): void => setChosen(null);
  const columns: readonly Column<Transfer>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ state }) => titleOf(STATES, state) },
    { title: 'transfer.from', text: ({ fromAgentCode }) => fromAgentCode },
    { title: 'transfer.to', text: ({ toAgentCode }) => toAgentCode },
    { title: 'transfer.date', text: ({ effectiveDate }) => day(effectiveDate) },
    { title: 'run.reason', text: ({ reason }) => reason },
    { title: 'run.policies', text: ({ policies }) => number(policies), isNumber: true },
    { title: 'transfer.moved', text: ({ moved }) => number(moved), isNumber: true },
    { title: 'transfer.failure', text: ({ failure }) => failure ?? '' },
    { title: 'run.createdBy', text: ({ createdBy, createdAt }) => `${createdBy}, ${moment(createdAt)}` },
  ];
  return (
    <>
      <PageHead title={t('nav.transfers')} about={t('transfer.about')}>
        <WriteButton size="xs" onClick={() => setChosen('new')}>
          {t('transfer.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.transfers"
        {...list}
        columns={columns}
        filters={[{ name: 'state', label: 'column.status', choices: choicesOf(STATES) }, agentFilter()]}
        keyOf={({ id }) => id}
        actions={(row) => row.state === 'SCHEDULED' && <RowButton title="transfer.cancel" onClick={() => setChosen(row)} />}
      />
      {chosen === 'new' && <NewTransfer close={close} />}
      {chosen !== null && chosen !== 'new' && (
        <FormDialog
          title="transfer.cancel"
          says={t('transfer.cancel.says', { from: chosen.fromAgentCode, to: chosen.toAgentCode })}
          confirm="transfer.cancel"
          isDestructive
          fields={[]}
          send={(key) => call('post', `${TRANSFERS}/{id}/cancel`, { path: { id: String(chosen.id) }, key })}
          close={close}
        />
      )}
    </>
  );
}

function toRequest({ fromAgentCode = '', toAgentCode = '', effectiveDate = '', reason = '', policyNos = '' }: Values) {
  const chosen = policyNos.split(/[\s,;]+/).filter((policyNo) => policyNo !== '');
  return {
    fromAgentCode: fromAgentCode.trim(),
    toAgentCode: toAgentCode.trim(),
    effectiveDate,
    reason,
    ...(chosen.length > 0 && { policyNos: chosen }),
  };
}

function NewTransfer({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="transfer.new"
      says={t('transfer.new.says')}
      confirm="transfer.new"
      isDestructive
      fields={[
        { name: 'fromAgentCode', label: 'transfer.from' },
        { name: 'toAgentCode', label: 'transfer.to' },
        { name: 'effectiveDate', label: 'transfer.date', type: 'date', initial: today() },
        { name: 'reason', label: 'run.reason' },
        { name: 'policyNos', label: 'transfer.chosen', hint: 'transfer.chosen.hint', type: 'long', isOptional: true },
      ]}
      preview={{
        name: 'portfolio transfer',
        load: async (values, signal) =>
          (await call('post', TRANSFERS, { query: { dry_run: 'true' }, body: toRequest(values), signal })).body,
        show: (shown) => ('moved' in shown ? <TransferPreview of={shown} /> : <p>{shown.summary}</p>),
      }}
      send={(key, values) => call('post', TRANSFERS, { key, body: toRequest(values) })}
      close={close}
    />
  );
}

function TransferPreview({ of }: { readonly of: Transfer }): ReactNode {
  const { money, number } = useFormat();
  return (
    <Facts
      facts={[
        ['run.policies', number(of.policies)],
        ['transfer.applications', number(of.applications)],
        ['transfer.instalments', `${number(of.instalments)}, ${money(of.instalmentsGross)}`],
        ['transfer.balance', money(of.balance)],
      ]}
    />
  );
}
