import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useLocale, useText } from '../../messages/language.js';
import { saveFile } from '../../parts/csv.js';
import { useAction } from '../../parts/form.js';
import { NOTHING, today, useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { PAGE_ROWS, useListSearch } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';

type Item = Schema<'ReconciliationItemResponse'>;

/** The bank account of the books and the bank's statements, with each item of the difference. */
export function ReconciliationPage(): ReactNode {
  const t = useText();
  const { money, day, number } = useFormat();
  const search = useListSearch();
  const { on = today(), start } = search.values;
  const query = { on, start: start === undefined ? undefined : Number(start), limit: PAGE_ROWS };
  const page = useGet('/backoffice-api/ledger/reconciliation', { query, keepsPrevious: true });
  const columns: readonly Column<Item>[] = [
    { title: 'books.day', text: (item) => day(item.day) },
    { title: 'column.kind', text: ({ title }) => title },
    { title: 'reconciliation.amount', amount: ({ amount }) => amount },
    { title: 'reconciliation.days', text: ({ days, isOverdue }) => (isOverdue ? `${number(days)} !` : number(days)), isNumber: true },
    { title: 'column.reference', text: ({ reference, text }) => [reference, text].filter(Boolean).join(' · ') },
    {
      title: 'books.transaction',
      text: ({ transactionId, transactionTitle, isByHand }) =>
        [transactionId, transactionTitle, isByHand === true && `(${t('reconciliation.hand')})`].filter(Boolean).join(' '),
    },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.reconciliation')} about={t('reconciliation.about')}>
        <ItemsFile on={on} />
      </PageHead>
      <div className="stack">
        <Loaded of={page} lines={3}>
          {({ body }) => (
            <Card>
              <Facts
                facts={[
                  ['reconciliation.books', money(body.books)],
                  ['reconciliation.statements', money(body.statements)],
                  ['reconciliation.statementsTo', body.statementsTo === null ? NOTHING : day(body.statementsTo)],
                  ['reconciliation.difference', money(body.difference)],
                  ['reconciliation.unexplained', money(body.unexplained)],
                  ['reconciliation.overdue', number(body.overdue)],
                ]}
              />
            </Card>
          )}
        </Loaded>
        <List
          name="nav.reconciliation"
          page={page}
          search={search}
          columns={columns}
          filters={[{ name: 'on', label: 'reconciliation.on', type: 'date' }]}
          keyOf={({ kind, transactionId, entryId, day: itemDay }) => `${kind} ${transactionId} ${entryId} ${itemDay}`}
          actions={({ statementId }) => statementId !== null && <Link to={`/bank-statements/${statementId}`}>{t('bank.open')}</Link>}
          empty="reconciliation.empty"
        />
      </div>
    </>
  );
}

function ItemsFile({ on }: { readonly on: string }): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const save = useAction(async () => {
    const headers = { Accept: 'text/csv', 'Accept-Language': language };
    saveFile(`reconciliation-${on}.csv`, await download('/backoffice-api/ledger/reconciliation', { query: { on }, headers }));
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
