import { useMemo, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import '../../messages/own.js';
import { AccountEntries, firstOfMonth } from '../../parts/account-entries.js';
import { DEBT_AGES } from '../../parts/account-texts.js';
import { dayAfter, today, useFormat } from '../../parts/format.js';
import { useCountedList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';

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
    { title: 'books.reference', text: ({ reference }) => reference },
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

/** Entries of a period, of this month if none is chosen. */
function Entries(): ReactNode {
  const days = useMemo(() => ({ from: firstOfMonth(), to: dayAfter(today()) }), []);
  const list = useCountedList<Entry>('own entries', async (query, signal) => {
    const { body, ...rest } = await call('get', '/collection-api/account/statement', { query: { ...days, ...query }, signal });
    return { ...rest, body: body.entries };
  });
  return (
    <AccountEntries
      name="account.entries"
      {...list}
      policyOf={({ policy_no: number }) => number}
      amounts={[
        { title: 'column.client', text: ({ client_name: name }) => name ?? '' },
        { title: 'own.debit', amount: ({ debit }) => debit },
        { title: 'own.credit', amount: ({ credit }) => credit },
      ]}
      keyOf={({ transaction_id: id }) => id}
      file="statement"
      loadFile={(query, Accept) => download('/collection-api/account/statement', { query, headers: { Accept } })}
    />
  );
}
