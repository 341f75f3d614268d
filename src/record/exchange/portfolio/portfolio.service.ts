import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDate } from '../../../common/athens.js';
import { getHolder, type UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { TableRow } from '../../../common/table.js';
import { OwnerShares } from '../../../store/redis/owner-shares.js';
import { Store } from '../../../store/store.js';
import { ReceiptNumbers } from '../../core/applications/receipt-numbers.js';
import { EventFeed } from '../events/event-feed.js';
import type { RecordedEvent } from '../events/event.js';
import { toPortfolioRow, type PortfolioRow, type StoredPolicy } from './portfolio-row.js';
import { buildPortfolioStatement, FIND_UNISSUED } from './portfolio-statement.js';

const LISTED_MONTHS = 24;
const MAX_EVENTS = 500;
const ALL_POLICIES = buildPortfolioStatement(false);
const SOME_POLICIES = buildPortfolioStatement(true);

export interface PortfolioChanges {
  readonly read: () => AsyncGenerator<TableRow[], void>;
  readonly next: string;
  readonly isFull: boolean;
}

/** Reads policies for an agent's own software, and proves a copy of them (reports.40). */
@Injectable()
export class PortfolioService {
  constructor(
    private readonly store: Store,
    private readonly shares: OwnerShares,
    private readonly numbers: ReceiptNumbers,
    private readonly feed: EventFeed,
  ) {}

  /** Changes from this cursor follow a portfolio that is read afterwards. */
  getCursor({ environment }: UserCaller): Promise<string> {
    return this.feed.getEnd(environment);
  }

  read(caller: UserCaller): AsyncGenerator<PortfolioRow[], void> {
    return this.stream(caller, ALL_POLICIES, []);
  }

  async *readDigest(caller: UserCaller): AsyncGenerator<TableRow[], void> {
    const all = createHash('sha256');
    let policies = 0;
    for await (const rows of this.read(caller)) {
      for (const { sha256 } of rows) all.update(sha256);
      policies += rows.length;
      yield rows.map(({ applicationId, policyNo, sha256 }) => ({ applicationId, policyNo, sha256 }));
    }
    yield [{ policies, sha256: all.digest('hex') }];
  }

  async findChanges(caller: UserCaller, after: string, portfolioHref: string): Promise<PortfolioChanges> {
    const page = await this.feed
      .read(caller, { after, limit: MAX_EVENTS }, () => portfolioHref)
      .catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== ErrorCode.EVENTS_DELETED) throw error;
        throw new DomainError(ErrorCode.EVENTS_DELETED, { text: READ_AGAIN, links: error.links });
      });
    const ids = [...new Set(page.events.flatMap(listApplications))].sort((one, other) => one - other);
    return { read: () => this.readChanged(caller, ids), next: page.next, isFull: page.events.length === MAX_EVENTS };
  }

  private async *readChanged(caller: UserCaller, ids: readonly number[]): AsyncGenerator<TableRow[], void> {
    const gone = new Set(ids);
    for await (const rows of this.stream(caller, SOME_POLICIES, [ids])) {
      for (const { applicationId } of rows) gone.delete(applicationId);
      yield rows;
    }
    const unissued = await this.store.query<{ id: number }>(caller.environment, FIND_UNISSUED, [[...gone], caller.user.readableAgents]);
    for (const { id } of unissued) gone.delete(id);
    yield Array.from(gone, (applicationId) => ({ applicationId }));
  }

  private async *stream(caller: UserCaller, text: string, more: readonly unknown[]): AsyncGenerator<PortfolioRow[], void> {
    const { environment, at, user } = caller;
    const leave = await this.shares.enter('reports', getHolder(caller));
    try {
      await this.numbers.number(environment);
      const since = addMonths(toLocalDate(at), -LISTED_MONTHS);
      const parts = this.store.stream<StoredPolicy>(environment, text, [user.readableAgents, since, ...more], true);
      for await (const rows of parts) yield rows.map(toPortfolioRow);
    } finally {
      leave();
    }
  }
}

function listApplications({ data }: RecordedEvent): number[] {
  return [data['application_id'], data['renewed_by']].filter((id) => typeof id === 'number');
}

const READ_AGAIN = {
  el: 'Τα συμβάντα μετά από αυτό το σημείο διαγράφηκαν λόγω παρέλευσης του χρόνου τήρησης. Διαβάστε ξανά όλο το χαρτοφυλάκιο.',
  en: 'The events after this cursor were deleted when their retention period ended. Read the whole portfolio again.',
};
