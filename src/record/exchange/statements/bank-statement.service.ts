import { Injectable } from '@nestjs/common';
import { assertNoFaults } from '../../../common/domain-error.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { nextTurn } from '../../../common/turns.js';
import { toAmount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { BankStatementRepository, type NewStatement, type SealedRow, type Uploader } from './bank-statement.repository.js';
import { CamtReader, buildInvalidFile } from './camt-reader.js';
import type { CamtStatement } from './camt.js';
import { hashContent, toRows, type StatementRow } from './statement-rows.js';
import { validateSums } from './statement-sums.js';

/** Number of rows that are encrypted before other calls get a turn, which takes a few milliseconds. */
const ROWS_PER_TURN = 500;

/** Reads and stores bank statements that staff upload (money.22). */
@Injectable()
export class BankStatementService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly settings: SettingsService,
    private readonly box: SecretBox,
  ) {}

  /** Parses a file and validates its sums. @throws DomainError INVALID, REQUIRED or BAD_DATE at each path */
  async read(file: AsyncIterable<Buffer>, sha256: Buffer): Promise<{ readonly statement: NewStatement; readonly accountPath: string }> {
    const camt = await parse(file);
    assertNoFaults(validateSums(camt));
    await nextTurn();
    const rows = toRows(camt);
    return { statement: toNewStatement(camt, rows, await this.sealAccounts(rows), sha256), accountPath: camt.accountPath };
  }

  /** Encrypts the senders' accounts. Without a key none is stored, and staff enter the account of a refund. */
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

  /**
   * Stores a statement once. Returns the stored one for the same file or content.
   * @throws DomainError INVALID at the account when it is not the insurer's
   */
  save(
    writer: Writer,
    { statement, accountPath }: { readonly statement: NewStatement; readonly accountPath: string },
    uploader: Uploader,
    audit: (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>) => Promise<void>,
  ): Promise<{ readonly id: number; readonly isNew: boolean }> {
    return this.store.transaction(writer, async (tx) => {
      await this.repository.claimTurn(tx);
      const { payoutIban } = await this.settings.read(tx);
      if (payoutIban !== null && payoutIban !== statement.account) throw buildInvalidFile(accountPath, OTHER_ACCOUNT);
      const stored = await this.repository.find(tx, statement);
      if (stored !== null) return { id: stored, isNew: false };
      const id = await this.repository.insert(tx, statement, uploader);
      const { format, account, statementId, rows } = statement;
      await audit(tx, id, { format, account, bankStatementId: statementId, transfers: rows.length });
      return { id, isNew: true };
    });
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

function toNewStatement(camt: CamtStatement, rows: readonly StatementRow[], sealed: readonly SealedRow[], sha256: Buffer): NewStatement {
  const { format, account, statementId, messageId, page, createdOn, from, to, balances, entries } = camt;
  const balanceOf = (...types: readonly string[]): string | null => {
    const found = balances.find(({ type, currency }) => types.includes(type) && currency === 'EUR');
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
    openingBalance: balanceOf('OPBD', 'PRCD'),
    closingBalance: balanceOf('CLBD'),
    entryCount: entries.length,
    rows: sealed,
    sha256,
    content: Buffer.from(hashContent(rows), 'hex'),
  };
}

const NOT_UTF8 = { el: 'XML σε UTF-8 μόνο.', en: 'XML in UTF-8 only.' };
const OTHER_ACCOUNT = {
  el: 'Ο λογαριασμός του αρχείου δεν είναι της εταιρείας (payoutIban των ρυθμίσεων).',
  en: "It is not the company's account (payoutIban of the settings).",
};
