import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useInName } from '../../frame/agent.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../../parts/format.js';
import { lineFilter } from '../../parts/line-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { AGENT_TASKS } from '../../parts/overview/agent-overview.js';
import { useStatusChoices } from '../../parts/overview/use-overview.js';
import { PageHead, WithKeys } from '../../parts/page.js';
import { STATUS_COLUMN } from '../../parts/table.js';

type Row = Schema<'PortfolioRowResponse'>;

/** Applications and policies of the agent, of all lines (console.100). */
export function PortfolioPage(): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const { agent } = useInName();
  const list = useList('/backoffice-api/portfolio', { query: { agent: agent ?? undefined } });
  const columns: readonly Column<Row>[] = [
    { title: 'column.applicationNo', text: ({ applicationNo }) => applicationNo, sort: 'applicationNo' },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    STATUS_COLUMN,
    { title: 'column.line', text: ({ lineTitle }) => lineTitle },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'contract.subject', text: ({ insured }) => insured ?? '' },
    { title: 'column.startDate', text: ({ startDate }) => day(startDate), sort: 'startDate' },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate), sort: 'endDate' },
    { title: 'column.gross', amount: ({ gross }) => gross, sort: 'premium' },
  ];
  const filters: readonly Filter[] = [
    { name: 'status', label: 'filter.status', type: 'many', choices: useStatusChoices() },
    { name: 'task', label: 'tasks', choices: Object.entries(AGENT_TASKS).map(([task, title]) => [task, t(title)] as const) },
    lineFilter(t),
    { name: 'number', label: 'filter.number' },
    { name: 'name', label: 'portfolio.client' },
    { name: 'afm', label: 'filter.afm' },
    { name: 'plateNo', label: 'filter.plateNo' },
    { name: 'startFrom', label: 'filter.startFrom', type: 'date' },
    { name: 'endFrom', label: 'filter.endFrom', type: 'date' },
    { name: 'endTo', label: 'filter.endTo', type: 'date' },
    { name: 'dueFrom', label: 'filter.dueFrom', type: 'date' },
    { name: 'dueTo', label: 'filter.dueTo', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.portfolio')} about={<WithKeys about="portfolio.about" />}>
        <Button component={Link} to="/quote/fire" size="xs">
          {t('nav.quote.fire')}
        </Button>
        <Button component={Link} to="/quote/motor" size="xs">
          {t('nav.quote.motor')}
        </Button>
      </PageHead>
      <List
        name="nav.portfolio"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        linkOf={({ line, id }) => `/portfolio/${line}/${id}`}
        empty="portfolio.empty"
      />
    </>
  );
}
