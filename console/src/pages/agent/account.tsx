import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import '../../messages/own.js';
import { DEBT_AGES, ENTRY_KINDS } from '../../parts/account-texts.js';
import { useCodes } from '../../parts/codes.js';
import { saveFile } from '../../parts/csv.js';
import { useAction } from '../../parts/form.js';
import { dayAfter, today, useFormat } from '../../parts/format.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useCountedList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { Table } from '../../parts/table.js';

type Account = Schema<'AccountResponse'>;
type Charge = Schema<'OpenChargeResponse'>;
type Entry = Schema<'AccountEntryResponse'>;

/** Account of the agent with the insurer: debt, unpaid charges, and the entries of a period. */
export function OwnAccountPage(): ReactNode {
  const t = useText();
  const account = useGet('/collection-api/account');
  return (
    <>
      <PageHead title={t('nav.mine.account')} about={t('own.account.about')} />
      <div className="stack">
        <Loaded of={account}>{({ body }) => <Debt of={body} />}</Loaded>
        <Entries />
      </div>
    </>
  );
}

function Debt({ of }: { readonly of: Account }): ReactNode {
  const { money, moment, day } = useFormat();
  const { balance, credit_left: left, credit_limit: limit, aged_debt: ages, last_settlement: settled, open_charges: charges } = of;
  const columns: readonly Column<Charge>[] = [
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'own.charged', text: ({ charged_at: at }) => moment(at) },
    { title: 'column.due', text: ({ due_date: due }) => (due === null ? '' : day(due)) },
    { title: 'column.gross', amount: ({ gross }) => gross },
    { title: 'own.open', amount: ({ open }) => open },
  ];
  return (
    <>
      <Card>
        <Facts
          facts={[
            ['account.youOwe', money(balance)],
            ['account.left', money(left)],
            ['account.limit', money(limit)],
            ['account.settled', settled === null ? money(null) : `${money(settled.amount)}, ${moment(settled.at)}`],
            ...(Object.keys(DEBT_AGES) as (keyof typeof DEBT_AGES)[]).map((age) => [DEBT_AGES[age], money(ages[age])] as const),
          ]}
        />
      </Card>
      {charges.length > 0 && (
        <Card title="own.charges" isBare>
          <Table
            name="own.charges"
            rows={charges}
            columns={columns}
            keyOf={({ reference, charged_at: at }) => `${reference} ${at}`}
            linkOf={() => '/portfolio'}
            linkSearch={({ policy_no: number }): Readonly<Record<string, string>> => (number === null ? {} : { number })}
            sumTitle={charges.length === of.open_charges_total ? 'list.sum' : 'list.sum.page'}
          />
        </Card>
      )}
    </>
  );
}

/** Entries of a period, this month if none is chosen, as a list and as files. */
function Entries(): ReactNode {
  const { money, moment } = useFormat();
  const { titleOf } = useCodes();
  const days = useMemo(() => ({ from: `${today().slice(0, 7)}-01`, to: dayAfter(today()) }), []);
  const { search, page } = useCountedList<Entry>('own entries', async (query, signal) => {
    const { body, ...rest } = await call('get', '/collection-api/account/statement', { query: { ...days, ...query }, signal });
    return { ...rest, body: body.entries };
  });
  const columns: readonly Column<Entry>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'column.kind', text: ({ kind }) => titleOf(ENTRY_KINDS, kind) },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.policyNo', text: ({ policy_no: number }) => number ?? '' },
    { title: 'column.client', text: ({ client_name: name }) => name ?? '' },
    { title: 'own.debit', amount: ({ debit }) => debit },
    { title: 'own.credit', amount: ({ credit }) => credit },
    { title: 'column.balance', text: ({ balance }) => money(balance), isNumber: true },
  ];
  const filters: readonly Filter[] = [
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
  ];
  const { from = days.from, to } = search.values;
  return (
    <>
      <StatementFiles from={from} to={to === undefined ? days.to : dayAfter(to)} />
      <List name="own.entries" {...{ page, search, columns, filters }} keyOf={({ transaction_id: id }) => id} empty="own.entries.none" />
    </>
  );
}

const FILES: readonly (readonly [title: MessageId, type: string, ending: string])[] = [
  ['account.csv', 'text/csv', 'csv'],
  ['account.pdf', 'application/pdf', 'pdf'],
];

/** Downloads the statement of the period; `to` is the day after it. */
function StatementFiles({ from, to }: { readonly from: string; readonly to: string }): ReactNode {
  const t = useText();
  const save = useAction(async (_key: string, type: string, ending: string) => {
    const file = await download('/collection-api/account/statement', { query: { from, to }, headers: { Accept: type } });
    saveFile(`statement-${from}.${ending}`, file);
  });
  return (
    <>
      <div className="tools">
        {FILES.map(([title, type, ending]) => (
          <Button key={ending} size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run(type, ending)}>
            {t(title)}
          </Button>
        ))}
      </div>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
    </>
  );
}
