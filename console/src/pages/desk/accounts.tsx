import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { saveFile } from '../../parts/csv.js';
import { ENTRY_KINDS } from '../../parts/account-texts.js';
import { useCodes } from '../../parts/codes.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { dayAfter, today, useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useList, useListSearch, type ListSearch } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { WriteButton } from '../../parts/write-button.js';

type Account = Schema<'AgentAccountItemResponse'>;
type Entry = Schema<'AgentEntryResponse'>;

const AGES = [
  ['account.notDue', 'notDue'],
  ['account.days30', 'days0To30'],
  ['account.days60', 'days31To60'],
  ['account.days90', 'days61To90'],
  ['account.over90', 'over90'],
] as const;

/** Debts of agents, or the account of the agent in the address. */
export function AccountsPage(): ReactNode {
  const search = useListSearch();
  const { agent = '' } = search.values;
  return agent === '' ? <AllAccounts /> : <OneAccount code={agent} search={search} />;
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

interface OneProps {
  readonly code: string;
  readonly search: ListSearch;
}

function OneAccount({ code, search }: OneProps): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const { titleOf } = useCodes();
  const { from, to } = search.values;
  const list = useList('/backoffice-api/agents/{code}/account', { path: { code }, query: { agent: undefined } });
  const [isSettling, setSettling] = useState(false);
  const columns: readonly Column<Entry>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'column.kind', text: ({ kind }) => titleOf(ENTRY_KINDS, kind) },
    { title: 'column.reference', text: ({ reference }) => reference },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'column.balance', text: ({ balance }) => money(balance), isNumber: true },
  ];
  const filters: readonly Filter[] = [
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.accounts')}>
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
              <StatementFiles code={code} from={from} to={to} />
            </Card>
          )}
        </Loaded>
        <List name="nav.accounts" {...list} columns={columns} filters={filters} keyOf={({ transactionId }) => transactionId} />
      </div>
      {isSettling && <Settlement code={code} close={() => setSettling(false)} />}
    </>
  );
}

interface FilesProps {
  readonly code: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const FILES = [
  ['account.csv', 'text/csv', 'csv'],
  ['account.pdf', 'application/pdf', 'pdf'],
] as const;

/** Downloads the statement of the listed period. */
function StatementFiles({ code, from, to }: FilesProps): ReactNode {
  const t = useText();
  const save = useAction(async (_key: string, type: string, ending: string) => {
    const query = { from: from!, to: dayAfter(to!) };
    const headers = { Accept: type };
    saveFile(
      `${code}-${from}.${ending}`,
      await download('/backoffice-api/agent-accounts/{code}/statement', { path: { code }, query, headers }),
    );
  });
  if (!from || !to) return <p className="quiet small">{t('account.period')}</p>;
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
