import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { useFormat } from '../parts/format.js';
import { agentFilter, lineFilter } from '../parts/line-filters.js';
import { List, type Column, type Filter } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { useStatusChoices } from '../parts/overview/use-overview.js';
import { PageHead } from '../parts/page.js';
import { STATUS_COLUMN } from '../parts/table.js';
import type { Schema } from '../api/schema.js';

type Row = Schema<'StaffApplicationRowResponse'>;

export function ApplicationsPage(): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const list = useList('/backoffice-api/applications');
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo, sort: 'applicationNo' },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    STATUS_COLUMN,
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.insured', text: ({ insured }) => insured ?? '' },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName }) => agentName, sort: 'agent' },
    { title: 'column.startDate', text: ({ startDate }) => day(startDate), sort: 'startDate' },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate), sort: 'endDate' },
    { title: 'column.gross', amount: ({ gross }) => gross, sort: 'premium' },
  ];
  const filters: readonly Filter[] = [
    { name: 'number', label: 'filter.number' },
    { name: 'name', label: 'filter.name' },
    { name: 'afm', label: 'filter.afm' },
    { name: 'plateNo', label: 'filter.plateNo' },
    { name: 'status', label: 'filter.status', type: 'many', choices: useStatusChoices() },
    lineFilter(t),
    agentFilter('agent'),
    { name: 'startFrom', label: 'filter.startFrom', type: 'date' },
    { name: 'endTo', label: 'filter.endTo', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.applications')} />
      <List
        name="nav.applications"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/applications/${id}`}
      />
    </>
  );
}
