import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { useLocale, useText } from '../../messages/language.js';
import { useFormat } from '../../parts/format.js';
import { List, type Column, type Filter, type Page } from '../../parts/list-page.js';
import { PAGE_ROWS, useListSearch, type ListSearch } from '../../parts/list-search.js';
import { PageHead, StatusTag } from '../../parts/page.js';
import { contractOfFire, contractOfMotor, type Contract } from '../../parts/contract/contract.js';

type Values = ListSearch['values'];
type Found = Result<Page<Contract>>;

export function PortfolioPage(): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const search = useListSearch();
  const page = usePortfolio(search.values);
  const columns: readonly Column<Contract>[] = [
    { title: 'column.applicationNo', text: ({ number }) => number },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    {
      title: 'column.status',
      text: ({ statusTitle }) => statusTitle,
      show: ({ status, statusTitle }) => <StatusTag status={status} title={statusTitle} />,
    },
    { title: 'column.client', text: ({ client }) => client },
    { title: 'contract.subject', text: ({ subject }) => subject },
    { title: 'column.startDate', text: ({ startDate }) => day(startDate) },
    { title: 'column.endDate', text: ({ endDate }) => day(endDate) },
    { title: 'column.gross', text: ({ price }) => money(price?.gross), isNumber: true },
  ];
  const isMotor = search.values.line === 'motor';
  const isPolicies = search.values.type === 'policies';
  const filters: readonly Filter[] = [
    { name: 'line', label: 'column.line', none: 'line.fire', choices: [['motor', t('line.motor')]] },
    { name: 'type', label: 'portfolio.type', none: 'portfolio.applications', choices: [['policies', t('portfolio.policies')]] },
    ...(isMotor && !isPolicies ? [] : [{ name: 'number', label: 'filter.number' } as const]),
    { name: 'name', label: 'portfolio.client' },
    ...(isMotor
      ? ([
          { name: 'afm', label: 'filter.afm' },
          { name: 'plate', label: 'filter.plateNo' },
        ] as const)
      : []),
  ];
  return (
    <>
      <PageHead title={t('nav.portfolio')} about={t('portfolio.about')}>
        <Button component={Link} to="/quote/fire" size="xs">
          {t('nav.quote.fire')}
        </Button>
        <Button component={Link} to="/quote/motor" size="xs">
          {t('nav.quote.motor')}
        </Button>
      </PageHead>
      <List
        name="nav.portfolio"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ line, id }) => `${line} ${id}`}
        linkOf={({ line, id }) => `/portfolio/${line}/${id}`}
        empty="portfolio.empty"
      />
    </>
  );
}

function usePortfolio(values: Values): UseQueryResult<Found, Problem> {
  const { language } = useLocale();
  return useQuery<Found, Problem>({
    queryKey: ['portfolio', values, language],
    queryFn: ({ signal }) => (values.line === 'motor' ? findMotor(values, signal) : findFire(values, signal)),
    placeholderData: (previous: Found | undefined) => previous,
  });
}

async function findFire({ type, number, name, start }: Values, signal: AbortSignal): Promise<Found> {
  const isPolicies = type === 'policies';
  const query = {
    type: isPolicies ? 'POLICY' : 'APPLICATION',
    [isPolicies ? 'policy_no' : 'application_no']: number,
    client_name: name,
    start,
    limit: PAGE_ROWS,
  };
  const { body, total, etag } = await call('get', '/fire-api/rsc/applications', { query, signal });
  return { body: { items: body.map(contractOfFire), start: Number(start ?? 1), limit: PAGE_ROWS, total }, etag, total };
}

async function findMotor({ type, number, name, afm, plate, start }: Values, signal: AbortSignal): Promise<Found> {
  const query = { lastname: name, clientafm: afm, plateno: plate, start, limit: PAGE_ROWS };
  if (type === 'policies') {
    const { body, ...rest } = await call('get', '/mtr-api/resources/policies', { query: { ...query, policyno: number }, signal });
    return { ...rest, body: { ...body, items: body.policies.map(contractOfMotor) } };
  }
  const { body, ...rest } = await call('get', '/mtr-api/resources/applications', { query, signal });
  return { ...rest, body: { ...body, items: body.applications.map(contractOfMotor) } };
}
