import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { AccountEntries } from '../../parts/account-entries.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { today, useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useList, useListSearch } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { WriteButton } from '../../parts/write-button.js';

type Account = Schema<'AgentAccountItemResponse'>;

const AGES = [
  ['account.notDue', 'notDue'],
  ['account.days30', 'days0To30'],
  ['account.days60', 'days31To60'],
  ['account.days90', 'days61To90'],
  ['account.over90', 'over90'],
] as const;

/** Debts of agents, or the account of the agent in the address. */
export function AccountsPage(): ReactNode {
  const { agent = '' } = useListSearch().values;
  return agent === '' ? <AllAccounts /> : <OneAccount code={agent} />;
}

function AllAccounts(): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const list = useList('/backoffice-api/agent-accounts');
  const columns: readonly Column<Account>[] = [
    { title: 'column.agent', text: ({ code, name }) => `${name} (${code})`, sort: 'name' },
    { title: 'account.balance', amount: ({ balance }) => balance, sort: 'balance' },
    ...AGES.map(([title, age]): Column<Account> => ({ title, amount: ({ agedDebt }) => agedDebt[age] })),
    { title: 'account.left', text: ({ creditLeft }) => money(creditLeft), isNumber: true, sort: 'creditLeft' },
    { title: 'account.settled', text: ({ lastSettled }) => moment(lastSettled), sort: 'lastSettled' },
  ];
  const yesOrNo = [
    ['yes', t('answer.yes')],
    ['no', t('answer.no')],
  ] as const;
  const filters: readonly Filter[] = [
    agentFilter('code'),
    { name: 'name', label: 'filter.name' },
    { name: 'owing', label: 'account.owing', choices: yesOrNo },
    { name: 'overLimit', label: 'account.overLimit', choices: yesOrNo },
    { name: 'agedOver', label: 'account.agedOver', type: 'whole' },
  ];
  return (
    <>
      <PageHead title={t('nav.accounts')} />
      <div className="stack">
        <Loaded of={list.page} lines={2}>
          {({ body: { totals } }) => (
            <Card>
              <Facts
                facts={[
                  ['account.owedInAll', money(totals.owed)],
                  ...AGES.map(([title, age]) => [title, money(totals.agedDebt[age])] as const),
                  ['account.credit', money(totals.credit)],
                ]}
              />
            </Card>
          )}
        </Loaded>
        <List
          name="nav.accounts"
          {...list}
          columns={columns}
          filters={filters}
          keyOf={({ code }) => code}
          linkOf={() => '/accounts'}
          linkSearch={({ code }) => ({ agent: code })}
        />
      </div>
    </>
  );
}

function OneAccount({ code }: { readonly code: string }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const list = useList('/backoffice-api/agents/{code}/account', { path: { code }, query: { agent: undefined } });
  const [isSettling, setSettling] = useState(false);
  return (
    <>
      <PageHead title={list.page.data?.body.name ?? code} about={t('nav.accounts')}>
        <Link to="/accounts">{t('account.search')}</Link>
        <WriteButton size="xs" onClick={() => setSettling(true)}>
          {t('settlement.book')}
        </WriteButton>
      </PageHead>
      <div className="stack">
        <Loaded of={list.page} lines={2}>
          {({ body }) => (
            <Card>
              <Facts
                facts={[
                  ['column.agent', `${body.name} (${body.agentCode})`],
                  ['account.balance', money(body.balance)],
                  ['account.limit', money(body.creditLimit)],
                  ['account.opening', money(body.openingBalance)],
                  ['account.closing', money(body.closingBalance)],
                ]}
              />
            </Card>
          )}
        </Loaded>
        <AccountEntries
          name="account.entries"
          {...list}
          policyOf={({ policyNo }) => policyNo}
          amounts={[{ title: 'column.amount', amount: ({ amount }) => amount }]}
          keyOf={({ transactionId }) => transactionId}
          file={code}
          loadFile={(query, Accept) =>
            download('/backoffice-api/agent-accounts/{code}/statement', { path: { code }, query, headers: { Accept } })
          }
        />
      </div>
      {isSettling && <Settlement code={code} close={() => setSettling(false)} />}
    </>
  );
}

function Settlement({ code, close }: { readonly code: string; readonly close: () => void }): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="settlement.book"
      says={t('settlement.says', { code })}
      confirm="settlement.book"
      isDestructive
      fields={[
        { name: 'amount', label: 'field.amount', type: 'money' },
        { name: 'reference', label: 'column.reference', hint: 'field.reference.hint' },
        { name: 'valueDate', label: 'column.valueDate', hint: 'field.valueDate.hint', type: 'date', initial: today() },
      ]}
      send={(key, { amount, reference = '', valueDate = '' }) => {
        const body = { amount: Number(amount), reference, valueDate };
        return call('post', '/backoffice-api/agents/{code}/settlements', { path: { code }, key, body });
      }}
      close={close}
    />
  );
}
