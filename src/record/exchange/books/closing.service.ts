import { Injectable, Logger } from '@nestjs/common';
import { addDays, addMonths, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Store, type Transaction } from '../../../store/store.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { ClosingRepository, type Closing, type Missing } from './closing.repository.js';

const INTERVAL_MS = 15_000;
const MAX_LISTED = 60;

export interface OpenMonth {
  readonly month: LocalDate;
  readonly missing: readonly Text[];
}

export interface Months {
  readonly open: OpenMonth | null;
  readonly closed: readonly Closing[];
}

/** Closes months of the books (books.8), and books what was unearned at their end (books.9). */
@Injectable()
export class ClosingService {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(ClosingService.name);

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly repository: ClosingRepository,
    private readonly ledger: LedgerService,
    private readonly settings: SettingsService,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'book unearned premium',
      everyMs: INTERVAL_MS,
      pass: (environment, { at, signal }) => this.finishAll({ environment, at }, signal),
    });
  }

  async list({ environment, at }: OperationContext): Promise<Months> {
    const [first, closed] = await Promise.all([this.repository.findFirstOpen(environment), this.repository.list(environment, MAX_LISTED)]);
    if (first === null) return { open: null, closed };
    const missing = await this.repository.findMissing(this.store.withoutTransaction(environment), first, addMonths(first, 1));
    return { open: { month: first, missing: listMissing(first, missing, toLocalDate(at)) }, closed };
  }

  /** No later entry has a day of the month. `within` runs in the same transaction. */
  async close(
    writer: OperationContext & Writer,
    month: LocalDate,
    by: string,
    within: (tx: Transaction) => Promise<void>,
  ): Promise<Closing> {
    return this.store.transaction(writer, async (tx) => {
      await this.repository.lock(tx);
      const missing = listMissing(month, await this.repository.findMissing(tx, month, addMonths(month, 1)), toLocalDate(writer.at));
      if (missing.length > 0) throw buildNotClosable(missing);
      const closing = await this.repository.insert(tx, month, writer.at, by);
      if (closing === null) throw buildNotClosable([ALREADY_CLOSED]);
      await within(tx);
      return closing;
    });
  }

  async finishAll(context: OperationContext, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      const month = await this.finishNext(context);
      if (month === null) return;
      this.logger.log(`The month ${month.slice(0, 'YYYY-MM'.length)} is closed in ${context.environment}.`);
    }
  }

  private async finishNext({ environment, at }: OperationContext): Promise<LocalDate | null> {
    const { unearnedPremium } = await this.settings.get(environment);
    return this.store.transaction(environment, async (tx) => {
      const closing = await this.repository.lockUnfinished(tx);
      if (closing === null) return null;
      const { month } = closing;
      const nextMonth = addMonths(month, 1);
      const unearned = unearnedPremium ? await this.repository.listUnearned(tx, nextMonth) : [];
      const transactionId = await this.ledger.bookUnearned(tx, at, { lastDay: addDays(nextMonth, -1), unearned });
      await this.repository.finish(tx, month, at, transactionId);
      return month;
    });
  }
}

function listMissing(month: LocalDate, { earlierMonth, unwrittenReceipts, waitingTransfers }: Missing, today: LocalDate): Text[] {
  const missing: Text[] = [];
  if (today < addMonths(month, 1)) missing.push({ el: 'Ο μήνας δεν έχει λήξει.', en: 'The month is not over.' });
  if (earlierMonth !== null) {
    const shown = earlierMonth.slice(0, 'YYYY-MM'.length);
    missing.push({ el: `Κλείστε πρώτα τον μήνα ${shown}.`, en: `Close the month ${shown} first.` });
  }
  if (unwrittenReceipts > 0)
    missing.push({
      el: `Αποδείξεις του μήνα που δεν έχουν βεβαιωθεί ακόμη: ${unwrittenReceipts}.`,
      en: `Receipts of the month that are not written yet: ${unwrittenReceipts}.`,
    });
  if (waitingTransfers > 0)
    missing.push({
      el: `Κινήσεις της τράπεζας που δεν έχουν καταχωριστεί ακόμη: ${waitingTransfers}.`,
      en: `Transfers of the bank that are not booked yet: ${waitingTransfers}.`,
    });
  return missing;
}

const ALREADY_CLOSED: Text = { el: 'Ο μήνας έχει ήδη κλείσει.', en: 'The month is already closed.' };

function buildNotClosable(missing: readonly Text[]): DomainError {
  const text = {
    el: `Ο μήνας δεν κλείνει. ${missing.map(({ el }) => el).join(' ')}`,
    en: `The month cannot be closed. ${missing.map(({ en }) => en).join(' ')}`,
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
