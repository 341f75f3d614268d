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

/**
 * The register: one person for each AFM, for the insurer's people. It follows the records of the agents, later and in transactions of its own, so
 * that nothing an agent does meets what others know. Any number of nodes may run it at once.
 */
@Injectable()
export class PartyRegisterService {
  constructor(
    private readonly store: Store,
    private readonly repository: PartyRegisterRepository,
  ) {}

  /** Takes in what agents wrote since the last run, and returns the number of their changes. */
  async run({ environment, at }: Occasion): Promise<number> {
    for (let seen = 0; ;) {
      const part = await this.runPart(environment, at);
      if (part === 0) return seen;
      seen += part;
    }
  }

  private runPart(environment: Environment, at: Date): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      const changes = await this.repository.takeChanges(tx);
      if (changes.length === 0) return 0;
      const afms = [...new Set(changes.map(({ afm }) => afm))].toSorted();
      // Waits for an erasure under way. The person is missing then, unless an agent has sent the AFM again.
      await this.repository.lock(tx, afms);
      await this.repository.insertMissing(tx, afms);
      await this.repository.lock(tx, afms);
      await this.repository.follow(tx, afms);
      // Test data needs no decision of staff.
      if (environment !== 'sandbox') {
        const renamed = changes.filter(({ isRenamed }) => isRenamed);
        await this.repository.tellOfDifferent(tx, renamed, DIFFERENT, at);
      }
      return changes.length;
    });
  }
}
