import { foldName } from '../../../common/fold-name.js';
import { toLatinText } from '../../../common/latin-text.js';
import { isSameName } from './bank-text.js';

interface PayoutAccount {
  readonly holder: string | null;
  readonly creditorName: string | null;
  readonly iban: string | null;
}

export interface PayoutMarks {
  readonly holderDiffers: boolean | null;
  readonly ibanRepeated: boolean | null;
  readonly ibanCount: number | null;
}

/** Compares accounts with their creditors and with each other (money.75). */
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

/** Banks write the parts of a name in any order. */
function sortWords(name: string): string {
  const words = foldName(toLatinText(name)).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
