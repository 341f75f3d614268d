import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useText } from '../messages/language.js';
import { useFormat } from '../parts/format.js';
import { agentFilter } from '../parts/line-filters.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';

type Queued = Schema<'QueuedPolicyResponse'>;

export function PoliciesPage(): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const list = useList('/backoffice-api/policies', { defaults: { queue: 'due' } });
  const columns: readonly Column<Queued>[] = [
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo },
    { title: 'column.due', text: ({ dueDate }) => day(dueDate), sort: 'dueDate' },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'price.instalment', text: ({ instalmentNo }) => String(instalmentNo ?? '') },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName, agentCode }) => agentName ?? agentCode },
    { title: 'column.insured', text: ({ plateNo, address }) => plateNo ?? address ?? '' },
    { title: 'column.status', text: ({ statusTitle }) => statusTitle },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate) },
    { title: 'column.renewal', text: ({ renewalStatusTitle }) => renewalStatusTitle ?? '' },
  ];
  const filters: readonly Filter[] = [
    {
      name: 'queue',
      label: 'policies.queue',
      none: 'policies.due',
      choices: [
        ['overdue', t('policies.overdue')],
        ['renew', t('policies.renew')],
        ['renewing', t('policies.renewing')],
        ['ending', t('policies.ending')],
        ['cancelling', t('policies.cancelling')],
      ],
    },
    { name: 'days', label: 'filter.days', type: 'whole' },
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
    {
      name: 'line',
      label: 'column.line',
      choices: [
        ['fire', t('line.fire')],
        ['motor', t('line.motor')],
      ],
    },
    agentFilter('agent'),
  ];
  return (
    <>
      <PageHead title={t('nav.policies')} />
      <List
        name="nav.policies"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ applicationId, receiptNo }) => `${applicationId} ${receiptNo ?? ''}`}
        linkOf={({ applicationId }) => `/applications/${applicationId}`}
      />
    </>
  );
}
