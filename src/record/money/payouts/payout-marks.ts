import { foldName } from '../../../common/fold-name.js';
import { toLatinText } from '../../../common/latin-text.js';
import { isSameName } from './bank-text.js';

interface PayoutAccount {
  readonly holder: string | null;
  /** Name of the client or agent; null for an unknown sender. */
  readonly creditorName: string | null;
  /** Null when it cannot be read. */
  readonly iban: string | null;
}

export interface PayoutMarks {
  readonly holderDiffers: boolean | null;
  readonly ibanRepeated: boolean | null;
  /** Number of payouts of the batch to the same IBAN. */
  readonly ibanCount: number | null;
}

/** Compares the accounts of a batch with their creditors and with each other (money.75). */
export function findPayoutMarks(accounts: readonly PayoutAccount[]): PayoutMarks[] {
  const uses = new Map<string, number>();
  for (const { iban } of accounts) if (iban !== null) uses.set(iban, (uses.get(iban) ?? 0) + 1);
  return accounts.map(({ holder, creditorName, iban }) => ({
    holderDiffers: holder === null || creditorName === null ? null : !isHolder(holder, creditorName),
    ibanRepeated: iban === null ? null : uses.get(iban) !== 1,
    ibanCount: iban === null ? null : (uses.get(iban) ?? null),
  }));
}

function isHolder(holder: string, creditor: string): boolean {
  return sortWords(holder) === sortWords(creditor) || isSameName(holder, creditor);
}

/** Sorts the words, because banks write the parts of a name in any order. */
function sortWords(name: string): string {
  const words = foldName(toLatinText(name)).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
