import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Amendment } from '../../core/amendments/amendment.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import { SegmentRepository, type ContractSegment } from '../../core/amendments/segment.repository.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationRepository } from '../../core/applications/application.repository.js';
import type { ReceiptWithCovers } from '../../core/applications/receipt.js';
import { POLICY_STATUSES, Status } from '../../core/applications/status.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { Store } from '../../../store/store.js';

const FIND_CLOSED = `SELECT (max(month) + interval '1 month' - interval '1 day')::date AS "closedUntil" FROM ledger_closing`;

export interface RunningContract {
  readonly policy: ApplicationRecord;
  readonly renewal: ApplicationRecord | null;
  /** Null before the renewal is issued, and in runs, which select it themselves. */
  readonly next: RunningContract | null;
  readonly original: ContractSegment;
  readonly segments: readonly ContractSegment[];
  readonly issued: readonly Amendment[];
  readonly amendments: readonly Amendment[];
  readonly receipts: readonly ReceiptWithCovers[];
  /** Grows with each issue and reversal; another number means another contract. */
  readonly revision: number;
  readonly nextIssueNo: number;
  readonly closedUntil: LocalDate | null;
}

@Injectable()
export class RunningContracts {
  constructor(
    private readonly amendments: AmendmentRepository,
    private readonly segments: SegmentRepository,
    private readonly receipts: ReceiptRepository,
    private readonly applications: ApplicationRepository,
    private readonly store: Store,
  ) {}

  async load(where: Environment | Writer, policy: ApplicationRecord): Promise<RunningContract> {
    const [renewal, original, segments, amendments, receipts, closed] = await Promise.all([
      policy.renewedBy === null ? null : this.applications.findAnyApplication(where, policy.renewedBy),
      this.segments.findOriginal(where, policy.id),
      this.segments.listPresent(where, policy.id),
      this.amendments.list(where, policy.id),
      this.receipts.listBooked(where, policy.id),
      this.store.query<{ closedUntil: LocalDate | null }>(where, FIND_CLOSED),
    ]);
    if (!original) throw new Error(`Policy ${policy.id} has no segment.`);
    const next = renewal && POLICY_STATUSES.has(renewal.status) ? await this.load(where, renewal) : null;
    return buildContract({ policy, renewal, next, original, segments, amendments, receipts, closedUntil: closed[0]?.closedUntil ?? null });
  }

  async loadMany(where: Environment | Writer, policies: readonly ApplicationRecord[]): Promise<RunningContract[]> {
    const ids = policies.map(({ id }) => id);
    const renewalIds = policies.flatMap(({ renewedBy }) => renewedBy ?? []);
    const [renewals, segments, amendments, receipts, closed] = await Promise.all([
      this.applications.listAnyApplications(where, renewalIds),
      this.segments.listOfMany(where, policies),
      this.amendments.listOfMany(where, ids),
      this.receipts.listBookedOfMany(where, ids),
      this.store.query<{ closedUntil: LocalDate | null }>(where, FIND_CLOSED),
    ]);
    return policies.map((policy) => {
      const known = segments.get(policy.id);
      if (!known) throw new Error(`Policy ${policy.id} has no segment.`);
      return buildContract({
        policy,
        renewal: renewals.find(({ id }) => id === policy.renewedBy) ?? null,
        next: null,
        ...known,
        amendments: amendments.filter(({ applicationId }) => applicationId === policy.id),
        receipts: receipts.filter(({ applicationId }) => applicationId === policy.id),
        closedUntil: closed[0]?.closedUntil ?? null,
      });
    });
  }
}

function buildContract(loaded: Omit<RunningContract, 'issued' | 'revision' | 'nextIssueNo'>): RunningContract {
  const { amendments } = loaded;
  const issued = amendments.filter(({ status }) => status === Status.IN_FORCE).sort((a, b) => (a.issueNo ?? 0) - (b.issueNo ?? 0));
  const nextIssueNo = 1 + Math.max(0, ...amendments.map(({ issueNo }) => issueNo ?? 0));
  const revision = nextIssueNo + amendments.filter(({ reversedAt }) => reversedAt !== null).length;
  return { ...loaded, issued, revision, nextIssueNo };
}

/** Returns the nearest segment for a day outside the term. */
export function getSegmentOn(segments: readonly ContractSegment[], day: string): ContractSegment {
  const found =
    segments.find(({ from, to }) => from <= day && day < to) ?? (day < (segments[0]?.from ?? '') ? segments[0] : segments.at(-1));
  if (!found) throw new Error('The contract has no segment.');
  return found;
}
