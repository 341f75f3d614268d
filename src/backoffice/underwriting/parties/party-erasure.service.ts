import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { addCounts, listCounts } from './erasure-counts.js';
import { ErasureRepository, type ErasureState, type Requester } from './erasure.repository.js';
import { ErasureWorker } from './erasure.worker.js';
import { findReason, type NamingApplication } from './naming-application.js';
import type { ErasureResponse } from './party-erasure.dto.js';
import { PersonDataRepository, type FoundParty } from './person-data.repository.js';

const CLOCK: Requester = {
  actor: { userId: null, name: 'clock', address: null, requestId: null },
  signature: { role: 'clock', name: 'clock' },
};

interface FoundPerson {
  readonly party: FoundParty;
  readonly agentCodes: readonly string[];
  readonly applications: readonly NamingApplication[];
}

export const IS_FORGOTTEN = `p.updated_at < $2
  AND NOT EXISTS (SELECT FROM party_record r WHERE r.afm = p.afm AND (r.updated_at >= $2
    OR EXISTS (SELECT FROM party_address d WHERE d.agent_code = r.agent_code AND d.party_id = r.id AND d.updated_at >= $2)
    OR EXISTS (SELECT FROM party_contact c WHERE c.agent_code = r.agent_code AND c.party_id = r.id AND c.updated_at >= $2)))`;

@Injectable()
export class PartyErasureService {
  constructor(
    private readonly store: Store,
    private readonly data: PersonDataRepository,
    private readonly repository: ErasureRepository,
    private readonly worker: ErasureWorker,
    private readonly audit: AuditService,
  ) {}

  /** Erases the register and the agents' records, and starts the rest. A repeated call returns the progress. */
  async request(staff: StaffCaller, id: number): Promise<ErasureResponse> {
    const { environment } = staff;
    const requester: Requester = { actor: toAuditActor(staff), signature: { role: 'staff', name: staff.name } };
    const isBegun = await this.store.transaction(staff, async (tx) => {
      const found = await this.findForErasure(tx, id, 'true');
      if (found === null) return false;
      const text = found.applications.map(findReason).find((reason) => reason !== null);
      if (text) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
      await this.begin(tx, staff, found, requester);
      return true;
    });
    const state = await this.repository.find(staff, id);
    if (state === null || (!isBegun && state.state === 'done')) throw buildNotFound();
    runAfterCommit(staff, () => void this.worker.job.run(environment));
    return toErasureDto(state);
  }

  async requestForgotten(context: OperationContext, id: number, until: Date): Promise<boolean> {
    const { environment } = context;
    const isBegun = await this.store.transaction(environment, async (tx) => {
      const found = await this.findForErasure(tx, id, IS_FORGOTTEN, until);
      if (found === null || found.applications.some((one) => one.updatedAt >= until || findReason(one) !== null)) return false;
      await this.begin(tx, context, found, CLOCK);
      return true;
    });
    if (isBegun) void this.worker.job.run(environment);
    return isBegun;
  }

  async get({ environment }: StaffCaller, id: number): Promise<ErasureResponse> {
    const state = await this.repository.find(environment, id);
    if (state === null) throw buildNotFound();
    return toErasureDto(state);
  }

  private async findForErasure(tx: Transaction, id: number, condition: string, ...values: unknown[]): Promise<FoundPerson | null> {
    const find = `SELECT p.id, p.afm FROM party p WHERE p.id = $1 AND ${condition} FOR UPDATE`;
    const [party] = await tx.query<FoundParty>(find, [id, ...values]);
    if (party === undefined) return null;
    const agentCodes = await this.data.lockRecords(tx, party.afm);
    return { party, agentCodes, applications: await this.data.findNamingApplications(tx, party.afm) };
  }

  private async begin(
    tx: Transaction,
    { environment, at }: OperationContext,
    { party, agentCodes, applications }: FoundPerson,
    requester: Requester,
  ): Promise<void> {
    const counts = addCounts({}, await this.data.countRecords(tx, party));
    await this.repository.insert(tx, party, { applications, requester, counts, at });
    await this.data.eraseRecords(tx, party, agentCodes);
    const details = { state: 'started' };
    await this.audit.record(tx, requester.actor, { action: 'erase', subject: 'party', id: party.id, environment, details });
  }
}

function toErasureDto({ startedAt, finishedAt, retryAt, counts, ...state }: ErasureState): ErasureResponse {
  return {
    ...state,
    startedAt: toLocalDateTime(startedAt),
    finishedAt: finishedAt && toLocalDateTime(finishedAt),
    places: listCounts(counts),
    retryAt: state.failures === 0 ? null : toLocalDateTime(retryAt),
  };
}
