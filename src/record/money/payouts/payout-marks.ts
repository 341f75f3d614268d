import { foldName } from '../../../common/fold-name.js';
import { toLatinText } from '../../../common/latin-text.js';
import { isSameName } from './same-name.js';

/** Account that a payout goes to, beside the client or agent that the money is owed to. */
export interface PayoutAccount {
  readonly holder: string | null;
  /** Null where nobody is known that the money is owed to. */
  readonly creditorName: string | null;
  /** Null: it cannot be read any more. */
  readonly iban: string | null;
}

/** Signs that a second person should check an account. Null where there is nothing to compare with. */
export interface PayoutMarks {
  readonly holderDiffers: boolean | null;
  readonly ibanRepeated: boolean | null;
}

/** Compares the accounts of a batch with their creditors and with each other (money.75). */
export function findPayoutMarks(accounts: readonly PayoutAccount[]): PayoutMarks[] {
  const uses = new Map<string, number>();
  for (const { iban } of accounts) if (iban !== null) uses.set(iban, (uses.get(iban) ?? 0) + 1);
  return accounts.map(({ holder, creditorName, iban }) => ({
    holderDiffers: holder === null || creditorName === null ? null : !isHolder(holder, creditorName),
    ibanRepeated: iban === null ? null : uses.get(iban) !== 1,
  }));
}

function isHolder(holder: string, creditor: string): boolean {
  return wordsOf(holder) === wordsOf(creditor) || isSameName(holder, creditor);
}

/** Folded words in Latin letters, sorted, because banks write the parts of a name in any order. */
function wordsOf(name: string): string {
  const words = foldName(toLatinText(name)).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
