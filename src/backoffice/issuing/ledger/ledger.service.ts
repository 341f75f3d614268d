import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import { toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { sum, toAmount, toNumber } from '../../../common/money.js';
import { readDay } from '../../../common/period.js';
import { toCappedTotal } from '../../../common/paging.js';
import { buildColumn, buildOptionalColumn, type TableColumn, type TableRow } from '../../../common/table.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { OwnerShares } from '../../../store/redis/owner-shares.js';
import { BooksRepository, type JournalEntry, type JournalFilter } from '../../../record/exchange/books/books.repository.js';
import type { Closing } from '../../../record/exchange/books/closing.repository.js';
import { ClosingService } from '../../../record/exchange/books/closing.service.js';
import { buildAccountTitle, TRANSACTION_TITLES } from '../../../record/money/ledger/ledger-titles.js';
import { listTitles } from '../../../record/reference/tariffs/tariff-titles.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildInvalidField } from '../../common/errors.js';
import { toPageWindow, type PageQueryDto } from '../../common/page.dto.js';
import { toPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  ClosedMonthResponse,
  ClosingsResponse,
  JournalEntryResponse,
  JournalResponse,
  LedgerAccountsResponse,
  TrialBalanceQuery,
  TrialBalanceResponse,
} from './ledger.dto.js';

export const JOURNAL_COLUMNS: readonly TableColumn[] = [
  buildColumn('transactionId', 'integer', 'Εγγραφή', 'Transaction', 1042),
  buildColumn('bookedOn', 'date', 'Ημερομηνία λογιστικής εγγραφής', 'Day of the books', '2026-11-25'),
  buildColumn('valueDate', 'date', 'Ημερομηνία που αφορά', 'Day that it belongs to', '2026-11-25'),
  buildColumn('at', 'time', 'Χρόνος καταχώρισης', 'Time of the entry', '2026-11-25T10:15:00'),
  buildColumn('kind', 'text', 'Κωδικός κινήσεως', 'Code of the kind', 'CHARGE'),
  buildColumn('kindTitle', 'text', 'Κίνηση', 'Kind', 'Χρέωση συνεργάτη'),
  buildColumn('account', 'text', 'Λογαριασμός', 'Account', 'agent:10001'),
  buildOptionalColumn('debit', 'amount', 'Χρέωση', 'Debit', 332.64),
  buildOptionalColumn('credit', 'amount', 'Πίστωση', 'Credit', 332.64),
  buildColumn('reference', 'text', 'Αναφορά', 'Reference', 'P260000042/1'),
  buildOptionalColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
  buildOptionalColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  buildOptionalColumn('receiptNo', 'integer', 'Αριθμός απόδειξης', 'Receipt number', 1042),
];

const TWO_PEOPLE = { el: 'Το κλείσιμο μήνα χρειάζεται δεύτερο πρόσωπο.', en: 'Closing a month needs a second person.' };
const NOT_BEFORE = { el: 'Έως την ημέρα «on».', en: 'Must not be after `on`.' };

@Injectable()
export class StaffLedgerService {
  constructor(
    private readonly books: BooksRepository,
    private readonly closings: ClosingService,
    private readonly audit: AuditService,
    private readonly shares: OwnerShares,
    private readonly settings: SettingsService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<{ readonly month: string }>('CLOSING', {
      roles: ['accounting', 'issuing'],
      run: async (staff, { month }) => ({ month: (await this.closeNow(staff, month)).month }),
    });
  }

  async listAccounts({ environment, language }: StaffCaller): Promise<LedgerAccountsResponse> {
    const balances = await this.books.listBalances(environment);
    const titles = listTitles(environment);
    return {
      items: balances.map((line) => ({
        account: line.account,
        kind: line.kind,
        title: buildAccountTitle(line, titles)[language],
        balance: toNumber(line.balance),
      })),
    };
  }

  async getTrialBalance({ environment, language }: StaffCaller, query: TrialBalanceQuery): Promise<TrialBalanceResponse> {
    const on = readDay(query.on);
    const from = query.from === undefined ? `${on.slice(0, 4)}-01-01` : readDay(query.from);
    if (from > on) throw buildInvalidField('from', NOT_BEFORE, ErrorCode.BAD_QUERY);
    const lines = await this.books.listTrialBalance(environment, from, on);
    const titles = listTitles(environment);
    const addUp = (field: 'debit' | 'credit' | 'closing'): number => toNumber(toAmount(sum(lines.map((line) => line[field]))));
    return {
      from,
      on,
      debit: addUp('debit'),
      credit: addUp('credit'),
      closing: addUp('closing'),
      items: lines.map((line) => ({
        account: line.account,
        kind: line.kind,
        title: buildAccountTitle(line, titles)[language],
        opening: toNumber(line.opening),
        debit: toNumber(line.debit),
        credit: toNumber(line.credit),
        closing: toNumber(line.closing),
      })),
    };
  }

  async findJournal({ environment, language }: StaffCaller, filter: JournalFilter, query: PageQueryDto): Promise<JournalResponse> {
    const window = toPageWindow(query);
    const { items, total } = await this.books.findJournal(environment, filter, window);
    return toPage({ items: items.map((entry) => toEntry(entry, language)), ...toCappedTotal(total) }, window);
  }

  async *readJournal({ environment, language, userId }: StaffCaller, filter: JournalFilter): AsyncGenerator<TableRow[], void> {
    const leave = await this.shares.enter('reports', { lane: 'staff', owner: userId });
    try {
      for await (const entries of this.books.readJournal(environment, filter))
        yield entries.map((entry) => ({ ...entry, kindTitle: TRANSACTION_TITLES[entry.kind][language] }));
    } finally {
      leave();
    }
  }

  async listClosings(staff: StaffCaller): Promise<ClosingsResponse> {
    const { open, closed } = await this.closings.list(staff);
    return {
      open: open && { month: toMonth(open.month), missing: open.missing.map((text) => text[staff.language]) },
      items: closed.map(toClosedMonth),
    };
  }

  async close(staff: StaffCaller, month: string): Promise<ClosedMonthResponse | PendingActionResponse> {
    const { secondPersonClosings } = await this.settings.get(staff);
    if (!secondPersonClosings) return this.closeNow(staff, month);
    const summary = { el: `Κλείσιμο του μήνα ${month}.`, en: `Closing of the month ${month}.` };
    const about = { summary, why: TWO_PEOPLE, amount: null, applicationId: null, agentCode: null };
    return this.actions.create(staff, { kind: 'CLOSING', request: { month }, ...about });
  }

  private async closeNow(staff: StaffCaller, month: string): Promise<ClosedMonthResponse> {
    const { environment } = staff;
    const closing = await this.closings.close(staff, `${month}-01`, staff.name, (tx) =>
      this.audit.record(tx, toAuditActor(staff), { action: 'close', subject: 'month', id: month, environment }),
    );
    runAfterCommit(staff, () => void this.closings.job.run(environment));
    return toClosedMonth(closing);
  }
}

function toMonth(day: LocalDate): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function toClosedMonth({ month, closedAt, closedBy, finishedAt, unearnedTransactionId }: Closing): ClosedMonthResponse {
  const state = finishedAt === null ? 'CLOSING' : 'CLOSED';
  return { month: toMonth(month), state, closedAt: toLocalDateTime(closedAt), closedBy, unearnedTransactionId };
}

function toEntry({ at, kind, debit, credit, ...entry }: JournalEntry, language: Language): JournalEntryResponse {
  return {
    ...entry,
    at: toLocalDateTime(at),
    kind,
    kindTitle: TRANSACTION_TITLES[kind][language],
    debit: debit === null ? null : toNumber(debit),
    credit: credit === null ? null : toNumber(credit),
  };
}
