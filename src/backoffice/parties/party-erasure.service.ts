import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Environment } from '../../common/environment.js';
import { onceCommitted } from '../../common/unit-of-work.js';
import { Store, type Transaction } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService } from '../audit/audit.service.js';
import { idOf, notFound } from '../lists/not-found.js';
import { ErasureListingService, type FoundParty, type Listing } from './erasure-listing.service.js';
import { addCounts, reasonAgainst, recordsOf } from './erasure-plan.js';
import { toErasureDto } from './erasure.mapper.js';
import type { ErasureResponse } from './party-erasure.dto.js';
import { ErasureRepository, type Requester } from './erasure.repository.js';
import { ErasureWorker } from './erasure.worker.js';

/** The requester of an erasure that the retention period starts. */
const CLOCK: Requester = {
  actor: { userId: null, name: 'clock', address: null, requestId: null },
  signature: { role: 'clock', name: 'clock' },
};

/** Nobody changed what is kept of the party `p` since $2, neither in the register nor in an agent's record. */
export const IS_FORGOTTEN = `p.updated_at < $2
  AND NOT EXISTS (SELECT FROM party_record r WHERE r.afm = p.afm AND (r.updated_at >= $2
    OR EXISTS (SELECT FROM party_address d WHERE d.agent_code = r.agent_code AND d.party_id = r.id AND d.updated_at >= $2)
    OR EXISTS (SELECT FROM party_contact c WHERE c.agent_code = r.agent_code AND c.party_id = r.id AND c.updated_at >= $2)))`;

/** Erases persons whose data need not be kept: what it finds is listed at once, and erased part by part. */
@Injectable()
export class PartyErasureService {
  constructor(
    private readonly store: Store,
    private readonly listing: ErasureListingService,
    private readonly repository: ErasureRepository,
    private readonly work: ErasureWorker,
    private readonly audit: AuditService,
  ) {}

  /**
   * Takes the person out of the register and the agents' records, and lets the rest follow. A repeated call returns how far that is.
   * @throws DomainError NOT_ALLOWED_IN_STATUS when a contract, an open application or money in suspense is there
   */
  async request(staff: StaffCaller, idText: string): Promise<ErasureResponse> {
    const { environment, at } = staff;
    const id = idOf(idText);
    const requester: Requester = { actor: actorOf(staff), signature: { role: 'staff', name: staff.name } };
    const isBegun = await this.store.transaction(staff, async (tx) => {
      const party = await this.lock(tx, id, 'true');
      if (party === null) return false;
      const listing = await this.listing.list(tx, party, { isHeld: true, at });
      const reason = listing.applications.map(reasonAgainst).find((text) => text !== null);
      if (reason) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: reason });
      await this.begin(tx, environment, party, listing, requester);
      return true;
    });
    const state = await this.repository.find(staff, id);
    if (state === null || (!isBegun && state.state === 'done')) throw notFound();
    onceCommitted(staff, () => void this.work.job.run(environment));
    return toErasureDto(state);
  }

  /** The same by age: false, and nothing happens, when something stands against it or was done since `until`. */
  async requestForgotten({ environment, at }: Occasion, id: number, until: Date): Promise<boolean> {
    const isBegun = await this.store.transaction(environment, async (tx) => {
      const party = await this.lock(tx, id, IS_FORGOTTEN, until);
      if (party === null) return false;
      const listing = await this.listing.list(tx, party, { isHeld: true, at });
      if (listing.applications.some((one) => one.updatedAt >= until || reasonAgainst(one) !== null)) return false;
      await this.begin(tx, environment, party, listing, CLOCK);
      return true;
    });
    if (isBegun) void this.work.job.run(environment);
    return isBegun;
  }

  /** @throws DomainError CHILD_NOT_FOUND when the party was never erased */
  async find({ environment }: StaffCaller, idText: string): Promise<ErasureResponse> {
    const state = await this.repository.find(environment, idOf(idText));
    if (state === null) throw notFound();
    return toErasureDto(state);
  }

  private async lock(tx: Transaction, id: number, condition: string, ...values: unknown[]): Promise<FoundParty | null> {
    const find = `SELECT p.id, p.afm FROM party p WHERE p.id = $1 AND ${condition} FOR UPDATE`;
    const [party] = await tx.query<FoundParty>(find, [id, ...values]);
    return party ?? null;
  }

  private async begin(tx: Transaction, environment: Environment, party: FoundParty, listing: Listing, requester: Requester): Promise<void> {
    const { id } = party;
    await this.repository.insert(tx, party, { listing, requester, counts: addCounts({}, recordsOf(listing.details)) });
    await tx.query('DELETE FROM agent_bonus_malus WHERE afm = $1', [party.afm]);
    await tx.query('SELECT erase_register($1, $2::text[])', [id, listing.plan.agents.map(({ code }) => code)]);
    await this.audit.record(tx, requester.actor, { action: 'erase', subject: 'party', id, environment, details: { state: 'started' } });
  }
}
