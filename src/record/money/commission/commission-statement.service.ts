import { Injectable } from '@nestjs/common';
import { addDays, addMonths, getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import type { OperationContext } from '../../../common/caller.js';
import { formatCsvHead, formatCsvLine, type CsvColumn, type CsvFormat } from '../../../common/csv.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Language, Text } from '../../../common/language.js';
import type { PageWindow } from '../../../common/paging.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { ClockMovedError } from '../../../store/clock-stamp.js';
import { Store, type Transaction } from '../../../store/store.js';
import { COMMISSION_TEXTS } from '../../core/documents/rendering/commission-texts.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import { getLineRow } from '../../reference/products/line-table.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { CommissionEntry, CommissionSettlement, CommissionStatementWithFigures, PreparedStatements } from './commission-statement.js';
import { CommissionStatementRepository, type Preparation } from './commission-statement.repository.js';

const MAX_PRINTED_ENTRIES = 2_000;
/** Keeps the accounts of agents locked for less than a second. */
export const MAX_APPROVED = 500;
const CSV_PAGE = 1_000;
const CLOCK = 'clock';

export interface StatementContext {
  readonly writer: Writer & { readonly at: Date };
  readonly userId: number | null;
  readonly name: string;
  readonly audit: (tx: Transaction, id: number | string, details: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface ApprovedStatements {
  readonly month: LocalDate;
  readonly approved: number;
  readonly drafts: number;
}

/** Each step is one transaction, so that it can be repeated (commission.7). */
@Injectable()
export class CommissionStatementService {
  constructor(
    private readonly store: Store,
    private readonly repository: CommissionStatementRepository,
    private readonly settings: SettingsService,
    private readonly renderer: PdfRenderer,
    private readonly bulkheads: Bulkheads,
  ) {}

  prepare({ writer, name, audit }: StatementContext, month: LocalDate, agentCode: string | null): Promise<PreparedStatements> {
    const { at } = writer;
    if (getStartOfDay(addMonths(month, 1)) > at) throw refuseMonth(addMonths(month, 1));
    return this.store.transaction(writer, async (tx) => {
      const prepared = await this.prepareAll(month, { at, by: name, agentCode }, (work) => work(tx));
      if (prepared > 0) await audit(tx, month, { agentCode, prepared });
      return { month, prepared, ...(await this.repository.count(tx, month, agentCode)) };
    });
  }

  /** Prepares for the agent whose clock it is, or for all without their own clock. */
  async prepareDue(context: OperationContext & Writer): Promise<void> {
    const { environment, at, clock } = context;
    const thisMonth = toMonth(toLocalDate(at));
    const others = clock ? [] : await this.repository.listStopped(environment);
    const agentCode = clock?.agentCode ?? null;
    try {
      for (;;) {
        const month = await this.repository.findOldestMonth(context, thisMonth, agentCode, others);
        if (month === null) return;
        await this.prepareAll(month, { at, by: CLOCK, agentCode, others }, (work) => this.store.transaction(context, work));
      }
    } catch (error) {
      // The call that moves an agent's clock prepares the statement itself.
      if (!(error instanceof ClockMovedError)) throw error;
    }
  }

  async approve({ writer, userId, name, audit }: StatementContext, id: number, settlement: CommissionSettlement): Promise<void> {
    const isApproved = await this.store.transaction(writer, async (tx) => {
      const locked = await this.repository.lockDraft(tx, id);
      if (locked.length === 0) return false;
      await this.repository.approve(tx, locked, { settlement, at: writer.at, userId, name });
      await audit(tx, id, { settlement });
      return true;
    });
    if (!isApproved) throw await this.explain(writer, id);
  }

  async approveMonth(
    { writer, userId, name, audit }: StatementContext,
    month: LocalDate,
    settlement: CommissionSettlement,
  ): Promise<ApprovedStatements> {
    return this.store.transaction(writer, async (tx) => {
      const locked = await this.repository.lockDraftsOfMonth(tx, month, MAX_APPROVED);
      if (locked.length > 0) {
        await this.repository.approve(tx, locked, { settlement, at: writer.at, userId, name });
        await audit(tx, month, { settlement, approved: locked.length });
      }
      return { month, approved: locked.length, drafts: (await this.repository.count(tx, month, null)).drafts };
    });
  }

  async *write(environment: Environment, statement: CommissionStatementWithFigures, format: CsvFormat): AsyncGenerator<string, void> {
    const columns = buildColumns(format);
    yield formatCsvHead(columns, format);
    for (let start = 1; ; start += CSV_PAGE) {
      const { items } = await this.repository.listEntries(environment, statement.id, { start, limit: CSV_PAGE });
      yield items.map((entry) => formatCsvLine(columns, entry, format)).join('');
      if (items.length < CSV_PAGE) return;
    }
  }

  print(
    { environment, at, language }: OperationContext & { readonly language: Language },
    statement: CommissionStatementWithFigures,
    holder: Holder<Environment | 'staff'>,
  ): Promise<Buffer> {
    return this.bulkheads.statements.run(holder, async () => {
      const window: PageWindow = { start: 1, limit: MAX_PRINTED_ENTRIES };
      const { items, total } = await this.repository.listEntries(environment, statement.id, window);
      if (total > MAX_PRINTED_ENTRIES) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_LONG });
      const { insurer } = await this.settings.get(environment);
      return this.renderer.render(holder, {
        kind: 'commission',
        data: {
          language,
          issuedAt: statement.approvedAt ?? at,
          currency: 'EUR',
          sandbox: environment === 'sandbox',
          insurer: toInsurerDetails(insurer, language),
          period: { start: statement.month, end: addDays(addMonths(statement.month, 1), -1) },
          statement: { ...statement, entries: items.map((entry) => ({ ...entry, date: toLocalDate(entry.at) })) },
        },
      });
    });
  }

  /** Prepares the drafts of a month in rounds, so that no statement is long; returns the number of new drafts. */
  private async prepareAll(
    month: LocalDate,
    preparation: Preparation,
    transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
  ): Promise<number> {
    let [prepared, after] = [0, ''];
    for (;;) {
      const start = after;
      const round = await transact((tx) => this.repository.prepareNext(tx, month, preparation, start));
      if (round === null) return prepared;
      prepared += round.created;
      after = round.last;
    }
  }

  private async explain(writer: Writer, id: number): Promise<DomainError> {
    const found = await this.repository.find(writer, id, null);
    if (found === null) return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: NOT_FOUND });
    return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: found.status === 'APPROVED' ? APPROVED_ALREADY : EARLIER_DRAFT });
  }
}

export function buildCommissionName({ agentCode, month }: CommissionStatementWithFigures): string {
  return `commission-${agentCode}-${month.slice(0, 7)}`;
}

export function toMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

function buildColumns({ language, isGreek }: CsvFormat): readonly CsvColumn<CommissionEntry>[] {
  const texts = COMMISSION_TEXTS[language];
  return [
    { heading: { el: 'Ημερομηνία', en: 'Date' }, cell: ({ at }) => toLocalDate(at) },
    { heading: { el: 'Κλάδος', en: 'Line' }, cell: ({ line }) => (isGreek ? getLineRow(line).title.el : line) },
    { heading: { el: 'Ασφαλιστήριο', en: 'Policy' }, cell: ({ policyNo }) => policyNo },
    { heading: { el: 'Λήπτης της ασφάλισης', en: 'Policyholder' }, cell: ({ clientName }) => clientName },
    { heading: { el: 'Απόδειξη', en: 'Receipt' }, cell: ({ receipt }) => receipt },
    {
      heading: { el: 'Είδος', en: 'Kind' },
      cell: ({ kind, isReversal }) => (isReversal ? `${texts.kinds[kind]} (${texts.reversal})` : texts.kinds[kind]),
    },
    { heading: { el: 'Μικτά ασφάλιστρα', en: 'Gross premium' }, cell: ({ gross }) => gross, isAmount: true },
    { heading: { el: 'Καθαρά ασφάλιστρα', en: 'Net premium' }, cell: ({ net }) => net, isAmount: true },
    { heading: { el: 'Προμήθεια', en: 'Commission' }, cell: ({ commission }) => commission, isAmount: true },
  ];
}

function refuseMonth(firstDay: LocalDate): DomainError {
  const text = {
    el: `Ο μήνας δεν έχει λήξει: η εκκαθάριση ετοιμάζεται από τις ${formatDate(firstDay)}.`,
    en: `The month is not over: its statements can be prepared from ${formatDate(firstDay)} on.`,
  };
  return DomainError.ofViolations([{ path: 'month', code: ErrorCode.BAD_DATE, text }]);
}

const NOT_FOUND: Text = { el: 'Δεν βρέθηκε.', en: 'Not found.' };
const APPROVED_ALREADY: Text = { el: 'Η εκκαθάριση έχει ήδη εγκριθεί.', en: 'The statement has already been approved.' };
const EARLIER_DRAFT: Text = {
  el: 'Εγκρίνετε πρώτα την προηγούμενη εκκαθάριση του συνεργάτη.',
  en: "Approve the agent's earlier statement first.",
};
const TOO_LONG: Text = {
  el: 'Η εκκαθάριση έχει πάνω από 2.000 αποδείξεις. Ζητήστε την ως CSV (Accept: text/csv).',
  en: 'The statement has more than 2,000 receipts. Ask for it as CSV (Accept: text/csv).',
};
