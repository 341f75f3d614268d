import type { ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useFormat } from '../parts/format.js';
import { lineAndAgent } from '../parts/line-filters.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { PageHead, StatusTag } from '../parts/page.js';
import type { Schema } from '../api/schema.js';

type Row = Schema<'StaffApplicationRowResponse'>;

export function ApplicationsPage(): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/applications', { query: queryOf(search), keepsPrevious: true });
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    {
      title: 'column.status',
      text: ({ statusTitle }) => statusTitle,
      show: ({ status, statusTitle }) => <StatusTag status={status} title={statusTitle} />,
    },
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.insured', text: ({ insured }) => insured ?? '' },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentName }) => agentName },
    { title: 'column.startDate', text: ({ startDate }) => day(startDate), sort: 'startDate' },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate), sort: 'endDate' },
    { title: 'column.gross', text: ({ gross }) => money(gross), isNumber: true, sort: 'premium' },
  ];
  const filters: readonly Filter[] = [
    { name: 'number', label: 'filter.number' },
    { name: 'name', label: 'filter.name' },
    { name: 'afm', label: 'filter.afm' },
    { name: 'plateNo', label: 'filter.plateNo' },
    ...lineAndAgent(t),
    { name: 'status', label: 'filter.status' },
    { name: 'startFrom', label: 'filter.startFrom', type: 'date' },
    { name: 'endTo', label: 'filter.endTo', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.applications')} />
      <List
        name="nav.applications"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/applications/${id}`}
      />
    </>
  );
}
