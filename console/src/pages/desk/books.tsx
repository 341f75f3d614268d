import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useLocale, useText } from '../../messages/language.js';
import { saveFile } from '../../parts/csv.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { dayAfter, today, useFormat } from '../../parts/format.js';
import { FilterBar } from '../../parts/list-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { PAGE_ROWS, useListSearch } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useWho } from '../../session.js';

type BalanceLine = Schema<'TrialBalanceLineResponse'>;
type Entry = Schema<'JournalEntryResponse'>;
type ClosedMonth = Schema<'ClosedMonthResponse'>;

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** Balances of all accounts before, in and after a period. */
export function TrialBalancePage(): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const search = useListSearch();
  const { on = today(), from = `${on.slice(0, 4)}-01-01` } = search.values;
  const balance = useGet('/backoffice-api/ledger/trial-balance', { query: { on, from }, keepsPrevious: true });
  const columns: readonly Column<BalanceLine>[] = [
    { title: 'column.account', text: ({ account }) => account },
    { title: 'books.title', text: ({ title }) => title },
    { title: 'books.opening', amount: ({ opening }) => opening },
    { title: 'books.debit', amount: ({ debit }) => debit },
    { title: 'books.credit', amount: ({ credit }) => credit },
    { title: 'books.closing', amount: ({ closing }) => closing },
  ];
  const filters: readonly Filter[] = [
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'on', label: 'filter.to', type: 'date' },
  ];
  return (
    <>
      <PageHead title={t('nav.trialBalance')} about={t('books.trialBalance.about')} />
      <div className="card">
        <FilterBar filters={filters} search={search} />
        <Loaded of={balance} lines={8}>
          {({ body }) => (
            <>
              <div className="card-body">
                <Facts
                  facts={[
                    ['books.debit', money(body.debit)],
                    ['books.credit', money(body.credit)],
                    ['books.closing', money(body.closing)],
                  ]}
                />
              </div>
              <Table
                name="nav.trialBalance"
                rows={body.items}
                columns={columns}
                keyOf={({ account }) => account}
                linkOf={() => '/journal'}
                linkSearch={({ account }) => ({ account, from: monthOf(on), to: on })}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

/** Entries of a period, of one account or of all. */
export function JournalPage(): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const search = useListSearch();
  const { from = monthOf(today()), to: last = today(), account, start } = search.values;
  const to = dayAfter(last);
  const query = { from, to, account, start: start === undefined ? undefined : Number(start), limit: PAGE_ROWS };
  const page = useGet('/backoffice-api/ledger/journal', { query, keepsPrevious: true });
  const columns: readonly Column<Entry>[] = [
    { title: 'books.bookedOn', text: ({ bookedOn }) => day(bookedOn) },
    { title: 'books.valueDate', text: ({ valueDate }) => day(valueDate) },
    { title: 'books.transaction', text: ({ transactionId }) => String(transactionId) },
    { title: 'column.kind', text: ({ kindTitle }) => kindTitle },
    { title: 'column.account', text: (entry) => entry.account },
    { title: 'books.debit', amount: ({ debit }) => debit },
    { title: 'books.credit', amount: ({ credit }) => credit },
    { title: 'books.reference', text: ({ reference }) => reference },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
  ];
  const filters: readonly Filter[] = [
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
    { name: 'account', label: 'column.account' },
  ];
  return (
    <>
      <PageHead title={t('nav.journal')} about={t('books.journal.about')}>
        <JournalFile from={from} to={to} account={account} />
      </PageHead>
      <List
        name="nav.journal"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={(entry) => `${entry.transactionId} ${entry.account}`}
      />
    </>
  );
}

interface JournalFileProps {
  readonly from: string;
  readonly to: string;
  readonly account: string | undefined;
}

function JournalFile({ from, to, account }: JournalFileProps): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const save = useAction(async () => {
    const headers = { Accept: 'text/csv', 'Accept-Language': language };
    saveFile(`journal-${from}.csv`, await download('/backoffice-api/ledger/journal', { query: { from, to, account }, headers }));
  });
  return (
    <>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
        {t('books.journal.file')}
      </Button>
    </>
  );
}

/** Closed months, and the next one with what it still needs. */
export function ClosingsPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { role } = useWho();
  const closings = useGet('/backoffice-api/ledger/closings');
  const [closing, setClosing] = useState<string | null>(null);
  const columns: readonly Column<ClosedMonth>[] = [
    { title: 'books.month', text: ({ month }) => month },
    { title: 'column.status', text: ({ state }) => t(state === 'CLOSED' ? 'books.closed' : 'books.isClosing') },
    { title: 'column.at', text: ({ closedAt }) => moment(closedAt) },
    { title: 'books.closedBy', text: ({ closedBy }) => closedBy },
  ];
  return (
    <>
      <PageHead title={t('nav.closings')} about={t('books.closings.about')} />
      <div className="stack">
        <Loaded of={closings} lines={4}>
          {({ body: { open, items } }) => (
            <>
              {open !== null && (
                <Card title="books.open">
                  <Facts
                    isRoomy
                    facts={[
                      ['books.month', open.month],
                      ['books.missing', open.missing.length === 0 ? t('books.missing.none') : open.missing.join(' ')],
                    ]}
                  />
                  {(role === 'issuing' || role === 'accounting') && (
                    <div className="tools">
                      <Button size="xs" disabled={open.missing.length > 0} onClick={() => setClosing(open.month)}>
                        {t('books.close')}
                      </Button>
                    </div>
                  )}
                </Card>
              )}
              <Card title="nav.closings" isBare>
                {items.length === 0 ? (
                  <p className="empty">{t('list.empty')}</p>
                ) : (
                  <Table name="nav.closings" rows={items} columns={columns} keyOf={({ month }) => month} />
                )}
              </Card>
            </>
          )}
        </Loaded>
      </div>
      {closing !== null && (
        <FormDialog
          title="books.close"
          says={t('books.close.says', { month: closing })}
          confirm="books.close"
          isDestructive
          fields={[]}
          send={(key) => call('post', '/backoffice-api/ledger/closings', { key, body: { month: closing } })}
          close={() => setClosing(null)}
        />
      )}
    </>
  );
}
