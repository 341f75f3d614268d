import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';

/** Who reads a report: a program of an agent, or one of the insurer's people. Neither keeps the other from it. */
export type ReportDoor = 'agents' | 'staff';

const MOST_AT_ONCE = 2;

/** How many reports are read at once: each holds a connection and a moment of the database (reports.3). */
export class ReportTurns {
  private readonly readers: Readonly<Record<ReportDoor, Set<string>>> = { agents: new Set(), staff: new Set() };

  /** A turn of the reader, one at a time; the function that comes back ends it. @throws DomainError UNAVAILABLE when there is none */
  take(door: ReportDoor, reader: string): () => void {
    const readers = this.readers[door];
    if (readers.has(reader) || readers.size >= MOST_AT_ONCE) throw new DomainError(ErrorCode.UNAVAILABLE, { text: TOO_MANY });
    readers.add(reader);
    return () => void readers.delete(reader);
  }
}

const TOO_MANY: Text = {
  el: 'Διαβάζονται ήδη όσες αναφορές επιτρέπονται ταυτόχρονα. Επαναλάβετε όταν τελειώσει μία.',
  en: 'As many reports as may be read at once are being read. Try again when one has ended.',
};
