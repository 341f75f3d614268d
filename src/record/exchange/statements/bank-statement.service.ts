import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '../../../common/athens.js';
import { assertNoViolations } from '../../../common/domain-error.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { nextTurn } from '../../../common/turns.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import { toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { BankStatementRepository, type NewStatement, type SealedRow, type Uploader } from './bank-statement.repository.js';
import { CamtReader, buildInvalidFile } from './camt-reader.js';
import type { CamtBalance, CamtStatement } from './camt.js';
import { hashContent, toRows, type StatementRow } from './statement-rows.js';
import { validateSums } from './statement-sums.js';

/** Rows are encrypted in portions of a few milliseconds, so that other calls get a turn. */
const ROWS_PER_TURN = 500;

interface ReadStatement {
  readonly statement: NewStatement;
  readonly accountPath: string;
  readonly openingPath: string;
}

@Injectable()
export class BankStatementService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly settings: SettingsService,
    private readonly box: SecretBox,
  ) {}

  async read(file: AsyncIterable<Buffer>, sha256: Buffer, gapReason: string | null): Promise<ReadStatement> {
    const camt = await parse(file);
    assertNoViolations(validateSums(camt));
    await nextTurn();
    const rows = toRows(camt);
    const statement = { ...toNewStatement(camt, rows, await this.sealAccounts(rows), sha256), gapReason };
    return { statement, accountPath: camt.accountPath, openingPath: `${findBalance(camt, OPENING)?.path ?? ''}.Amt` };
  }

  /** Without a key none is stored, and staff enter the account of a refund. */
  private async sealAccounts(rows: readonly StatementRow[]): Promise<SealedRow[]> {
    const canSeal = this.box.heads.length > 0;
    const sealed: SealedRow[] = [];
    for (const [index, row] of rows.entries()) {
      const { senderIban } = row;
      sealed.push({ ...row, senderIban: canSeal && senderIban !== null ? this.box.seal(senderIban).toString('hex') : null });
      if (index % ROWS_PER_TURN === 0) await nextTurn();
    }
    return sealed;
  }

  save(
    writer: Writer,
    { statement, accountPath, openingPath }: ReadStatement,
    uploader: Uploader,
    audit: (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>) => Promise<void>,
  ): Promise<{ readonly id: number; readonly isNew: boolean }> {
    return this.store.transaction(writer, async (tx) => {
      await this.repository.claimTurn(tx);
      const { payoutIban } = await this.settings.read(tx);
      if (payoutIban !== null && payoutIban !== statement.account) throw buildInvalidFile(accountPath, OTHER_ACCOUNT);
      const stored = await this.repository.find(tx, statement);
      if (stored !== null) return { id: stored, isNew: false };
      const gap = await this.findGap(tx, statement);
      if (gap !== null && statement.gapReason === null) throw buildInvalidFile(openingPath, gap);
      const gapReason = gap === null ? null : statement.gapReason;
      const id = await this.repository.insert(tx, { ...statement, gapReason }, uploader);
      const { format, account, statementId, rows } = statement;
      await audit(tx, id, { format, account, bankStatementId: statementId, transfers: rows.length, gapReason });
      return { id, isNew: true };
    });
  }

  private async findGap(tx: Transaction, { account, page, from, to, createdOn, openingBalance }: NewStatement): Promise<Text | null> {
    const day = from ?? to ?? createdOn;
    if (openingBalance === null || day === null || page > 1) return null;
    const previous = await this.repository.findPrevious(tx, account, day);
    const [last] = previous;
    if (!last || previous.some(({ closing }) => toDecimal(closing).eq(openingBalance))) return null;
    return toGapText(openingBalance, last, day);
  }
}

async function parse(file: AsyncIterable<Buffer>): Promise<CamtStatement> {
  const reader = new CamtReader();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file) {
    reader.write(decode(utf8, chunk));
    await nextTurn();
  }
  reader.write(decode(utf8));
  return reader.end();
}

function decode(utf8: InstanceType<typeof TextDecoder>, chunk?: Buffer): string {
  try {
    return chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode();
  } catch {
    throw buildInvalidFile('', NOT_UTF8);
  }
}

function toNewStatement(
  camt: CamtStatement,
  rows: readonly StatementRow[],
  sealed: readonly SealedRow[],
  sha256: Buffer,
): Omit<NewStatement, 'gapReason'> {
  const { format, account, statementId, messageId, page, createdOn, from, to, entries } = camt;
  const balanceOf = (types: readonly string[]): Amount | null => {
    const found = findBalance(camt, types);
    return found ? toAmount(found.amount) : null;
  };
  return {
    format,
    account,
    statementId,
    messageId,
    page,
    createdOn,
    from,
    to,
    openingBalance: balanceOf(OPENING),
    closingBalance: balanceOf(['CLBD']),
    entryCount: entries.length,
    rows: sealed,
    sha256,
    content: Buffer.from(hashContent(rows), 'hex'),
  };
}

function findBalance({ balances }: CamtStatement, types: readonly string[]): CamtBalance | undefined {
  return balances.find(({ type, currency }) => types.includes(type) && currency === 'EUR');
}

function toGapText(opening: Amount, { closing, lastDay }: { readonly closing: Amount; readonly lastDay: LocalDate }, day: LocalDate): Text {
  const [from, to] = [addDays(lastDay, 1), addDays(day, -1)];
  const days = from > to ? { el: '', en: '' } : toMissingDays(formatDate(from), formatDate(to));
  const [opens, closed] = [formatEuro(opening), formatEuro(closing)];
  return {
    el: `Το αρχικό υπόλοιπο ${opens.el} δεν είναι το τελικό ${closed.el} του προηγούμενου αντιγράφου (${formatDate(lastDay)}).${days.el} Για να γίνει δεκτό το αρχείο, δώστε αιτιολογία (gapReason).`,
    en: `The opening balance ${opens.en} is not the closing balance ${closed.en} of the previous statement (${formatDate(lastDay)}).${days.en} Give a reason to accept the file (gapReason).`,
  };
}

function toMissingDays(from: string, to: string): Text {
  if (from === to) return { el: ` Λείπει η ${from}.`, en: ` ${from} is missing.` };
  return { el: ` Λείπουν οι ημέρες ${from} έως ${to}.`, en: ` The days from ${from} to ${to} are missing.` };
}

const OPENING = ['OPBD', 'PRCD'];
const NOT_UTF8 = { el: 'XML σε UTF-8 μόνο.', en: 'XML in UTF-8 only.' };
const OTHER_ACCOUNT = {
  el: 'Ο λογαριασμός του αρχείου δεν είναι το IBAN χρέωσης της εταιρείας στις ρυθμίσεις.',
  en: 'The account of the file is not the debit IBAN of the company in the settings.',
};
