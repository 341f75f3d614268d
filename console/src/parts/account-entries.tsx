import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { useCodes, type Titles } from './codes.js';
import { saveFile } from './csv.js';
import { useAction } from './form.js';
import { dayAfter, today, useFormat } from './format.js';
import { List, type Column, type Filter } from './list-page.js';
import type { FoundList } from './list-search.js';
import { ProblemNotice } from './states.js';

/** Kinds of entries of an agent's account. */
const ENTRY_KINDS: Titles = {
  CHARGE: 'entry.CHARGE',
  REFUND: 'entry.REFUND',
  SETTLEMENT: 'entry.SETTLEMENT',
  AGENT_CREDIT: 'entry.AGENT_CREDIT',
  AGENT_CREDIT_RETURN: 'entry.AGENT_CREDIT_RETURN',
  COMMISSION: 'entry.COMMISSION',
  COMMISSION_RETURN: 'entry.COMMISSION_RETURN',
  COMMISSION_STATEMENT: 'entry.COMMISSION_STATEMENT',
  REVERSAL: 'entry.REVERSAL',
};

/** First day of this month, with which a statement begins if no other day is chosen. */
export const firstOfMonth = (): string => `${today().slice(0, 7)}-01`;

/** Days of a statement; `to` is the day after the last one. */
type StatementDays = Readonly<Record<'from' | 'to', string>>;

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly reference: string;
  readonly balance: number;
}

interface AccountEntriesProps<Row> extends Pick<FoundList<Row>, 'page' | 'search'>, Partial<Pick<FoundList<Row>, 'loadAll'>> {
  readonly name: MessageId;
  readonly policyOf: (entry: Row) => string | null;
  readonly keyOf: (entry: Row) => number;
  /** Columns between the policy and the balance. */
  readonly amounts: readonly Column<Row>[];
  /** Name of the statement's file without its ending. */
  readonly file: string;
  readonly loadFile: (days: StatementDays, type: string) => Promise<Blob>;
}

/** Entries of an agent's account, as a list and as files of a period. */
export function AccountEntries<Row extends Entry>(props: AccountEntriesProps<Row>): ReactNode {
  const { policyOf, amounts, file, loadFile, ...list } = props;
  const { money, moment } = useFormat();
  const { titleOf } = useCodes();
  const { from = firstOfMonth(), to = today() } = list.search.values;
  const columns: readonly Column<Row>[] = [
    { title: 'column.at', text: ({ at }) => moment(at) },
    { title: 'column.kind', text: ({ kind }) => titleOf(ENTRY_KINDS, kind) },
    { title: 'books.reference', text: ({ reference }) => reference },
    { title: 'column.policyNo', text: (entry) => policyOf(entry) ?? '' },
    ...amounts,
    { title: 'column.balance', text: ({ balance }) => money(balance), isNumber: true },
  ];
  const filters: readonly Filter[] = [
    { name: 'from', label: 'filter.from', type: 'date' },
    { name: 'to', label: 'filter.to', type: 'date' },
  ];
  return (
    <>
      <StatementFiles name={`${file}-${from}`} from={from} last={to} load={loadFile} />
      <List {...list} columns={columns} filters={filters} empty="account.entries.none" />
    </>
  );
}

const FILES = [
  ['account.csv', 'text/csv', 'csv'],
  ['account.pdf', 'application/pdf', 'pdf'],
] as const;

interface FilesProps {
  readonly name: string;
  readonly from: string;
  readonly last: string;
  readonly load: AccountEntriesProps<never>['loadFile'];
}

function StatementFiles({ name, from, last, load }: FilesProps): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const save = useAction(async (_key: string, type: string, ending: string) =>
    saveFile(`${name}.${ending}`, await load({ from, to: dayAfter(last) }, type)),
  );
  return (
    <>
      <div className="tools">
        {FILES.map(([title, type, ending]) => (
          <Button key={ending} size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run(type, ending)}>
            {t(title)}
          </Button>
        ))}
        <span className="quiet small">{`${day(from)} – ${day(last)}`}</span>
      </div>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
    </>
  );
}
