import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import { Store } from '../../../store/store.js';
import { PartyRegisterRepository } from './party-register.repository.js';

const DIFFERENT: Text = {
  el: 'Οι συνεργάτες δηλώνουν για τον ίδιο ΑΦΜ διαφορετικό επώνυμο ή ημερομηνία γέννησης. Αποφασίστε ποιο ισχύει.',
  en: 'Agents send another last name or birth date for the same AFM. Decide which holds.',
};

/** Updates the register, which has one person for each AFM, from the records of the agents. Several nodes may run it at once. */
@Injectable()
export class PartyRegisterService {
  constructor(
    private readonly store: Store,
    private readonly repository: PartyRegisterRepository,
  ) {}

  /** Applies the changes since the last run, and returns their number. */
  async run({ environment, at }: Occasion): Promise<number> {
    for (let seen = 0; ;) {
      const part = await this.runPart(environment, at);
      if (part === 0) return seen;
      seen += part;
    }
  }

  private runPart(environment: Environment, at: Date): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      const changes = await this.repository.claimChanges(tx);
      if (changes.length === 0) return 0;
      const afms = [...new Set(changes.map(({ afm }) => afm))].toSorted();
      // Waits for an erasure under way, after which the person may be missing.
      await this.repository.lock(tx, afms);
      await this.repository.insertMissing(tx, afms);
      await this.repository.lock(tx, afms);
      await this.repository.follow(tx, afms);
      // Test data needs no decision of staff.
      if (environment !== 'sandbox') {
        const renamed = changes.filter(({ isRenamed }) => isRenamed);
        await this.repository.insertMismatches(tx, renamed, DIFFERENT, at);
      }
      return changes.length;
    });
  }
}
