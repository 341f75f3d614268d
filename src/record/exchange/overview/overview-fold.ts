import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store } from '../../../store/store.js';
import { EventLag } from '../events/event-lag.js';
import { OverviewFoldRepository } from './overview-fold.repository.js';

/** What another node folded just now need not be done again. */
const FRESH_MS = 8_000;

/** `done`: nothing is left; `more`: another part; `idle`: another node folds, or did so just now. */
type Outcome = 'done' | 'more' | 'idle';

/**
 * Lets the figures of the overview follow the record (backoffice.35, ADR-19). Any number of nodes may try at once: of an environment one does it at a time,
 * and the others pass by.
 */
@Injectable()
export class OverviewFold {
  constructor(
    private readonly store: Store,
    private readonly repository: OverviewFoldRepository,
    private readonly lag: EventLag,
  ) {}

  /** Folds all that there is, part by part, until `isEnding`. `evenIfFresh`: however short ago another node did. */
  async run(occasion: Occasion & Writer, { isEnding = (): boolean => false, evenIfFresh = false } = {}): Promise<void> {
    for (let outcome: Outcome = 'more'; outcome === 'more' && !isEnding();) outcome = await this.part(occasion, evenIfFresh);
  }

  private async part({ environment, at }: Occasion & Writer, evenIfFresh: boolean): Promise<Outcome> {
    // What is committed but has no place in the feed yet is not in the figures. Asked before the feed is read.
    const completeUntil = await this.lag.completeUntil(environment);
    return this.store.transaction(environment, async (tx) => {
      const progress = await this.repository.takeTurn(tx);
      if (progress === null) return 'idle';
      const { asOf, now } = progress;
      if (!evenIfFresh && asOf !== null && now.getTime() - asOf.getTime() < FRESH_MS) return 'idle';
      if (await this.repository.foldPart(tx, progress)) return 'more';
      await this.repository.countOpen(tx, at);
      await this.repository.date(tx, completeUntil);
      return 'done';
    });
  }
}
