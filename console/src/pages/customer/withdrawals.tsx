import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useCodes } from '../../parts/codes.js';
import { saveFile } from '../../parts/csv.js';
import { ACT_CHANNELS } from '../../parts/customer/customer-acts.js';
import { WITHDRAWAL_STATES } from '../../parts/customer/customer-views.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { queryOf, useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { ProblemNotice } from '../../parts/states.js';
import { RowButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Withdrawal = Schema<'StaffWithdrawalResponse'>;

const TONES: Readonly<Record<string, string>> = { OPEN: 'wait', CANCELLED: 'good' };

/** The register of withdrawals, and the decision on an open one (customer.39). */
export function WithdrawalsPage(): ReactNode {
  const t = useText();
  const { role } = useWho();
  const { moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/withdrawals');
  const [closed, setClosed] = useState<Withdrawal | null>(null);
  const save = useAction(async () => {
    const { state, channel, agent, from, to } = queryOf(list.search);
    const table = await download('/backoffice-api/withdrawals/table', {
      query: { state, channel, agent, from, to },
      headers: { Accept: 'text/csv' },
    });
    saveFile('withdrawals.csv', table);
  });
  const columns: readonly Column<Withdrawal>[] = [
    { title: 'column.policyNo', text: ({ policyNo, applicationId }) => policyNo ?? String(applicationId) },
    {
      title: 'column.status',
      text: ({ state }) => titleOf(WITHDRAWAL_STATES, state),
      show: ({ state }) => <span className={`tag ${TONES[state] ?? ''}`}>{titleOf(WITHDRAWAL_STATES, state)}</span>,
    },
    { title: 'withdrawal.received', text: ({ receivedAt, channel }) => `${moment(receivedAt)}, ${titleOf(ACT_CHANNELS, channel)}` },
    { title: 'column.client', text: ({ clientName, agentCode }) => `${clientName} (${agentCode})` },
    { title: 'claim.no', text: ({ claimNo }) => claimNo ?? '' },
    { title: 'withdrawal.statement', text: ({ statement }) => statement },
    {
      title: 'withdrawal.decision',
      text: ({ decision, closedBy, closedAt }) => (decision === null ? '' : `${decision} (${closedBy ?? ''}, ${moment(closedAt)})`),
    },
    { title: 'withdrawal.refund', amount: ({ refund }) => refund },
  ];
  const filters: readonly Filter[] = [
    { name: 'state', label: 'column.status', choices: choicesOf(WITHDRAWAL_STATES) },
    { name: 'channel', label: 'withdrawal.channel', choices: choicesOf(ACT_CHANNELS) },
    agentFilter('agent'),
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.withdrawals')} about={t('withdrawals.about')}>
        <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
          {t('withdrawals.csv')}
        </Button>
      </PageHead>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      <List
        name="nav.withdrawals"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ applicationId }) => `/applications/${applicationId}`}
        linkSearch={() => ({ tab: 'customer' })}
        empty="withdrawals.empty"
        actions={(row) =>
          row.state === 'OPEN' && role === 'issuing' && <RowButton title="withdrawal.close" onClick={() => setClosed(row)} />
        }
      />
      {closed !== null && <CloseDialog withdrawal={closed} close={() => setClosed(null)} />}
    </>
  );
}

function CloseDialog({ withdrawal, close }: { readonly withdrawal: Withdrawal; readonly close: () => void }): ReactNode {
  const t = useText();
  const { id, policyNo, claimNo } = withdrawal;
  return (
    <FormDialog
      title="withdrawal.close"
      says={t('withdrawal.close.says', { policy: policyNo ?? '', claim: claimNo ?? '' })}
      confirm="withdrawal.close"
      fields={[{ name: 'decision', label: 'withdrawal.decision', hint: 'withdrawal.decision.hint', type: 'long' }]}
      send={(key, { decision = '' }) => call('post', '/backoffice-api/withdrawals/{id}/closing', { path: { id }, key, body: { decision } })}
      close={close}
    />
  );
}
