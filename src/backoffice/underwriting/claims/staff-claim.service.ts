import { Injectable } from '@nestjs/common';
import { toLocalDate, toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { toAmount, toDecimal, toNumber } from '../../../common/money.js';
import { readDay } from '../../../common/period.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { POLICY_STATUSES } from '../../../record/core/applications/status.js';
import { ClaimRepository, type Claim, type ClaimedPolicy, type RecordedClaim } from '../../../record/core/claims/claim.repository.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import { AuditService, toAuditActor } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { MAX_CLAIM_NO, type ClaimListResponse, type ClaimRequest, type ClaimResponse, type LoadedClaimRequest } from './claims.dto.js';

@Injectable()
export class StaffClaimService {
  constructor(
    private readonly store: Store,
    private readonly claims: ClaimRepository,
    private readonly applications: ApplicationService,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {}

  async list(staff: StaffCaller, idText: string): Promise<ClaimListResponse> {
    const { id } = await this.applications.getAnyApplication(staff, idText);
    return { items: (await this.claims.list(staff, id)).map(toResponse) };
  }

  async save(staff: StaffCaller, idText: string, claimNo: string, request: ClaimRequest): Promise<ClaimResponse> {
    const { policy, at } = await this.getPolicy(staff, idText);
    if (claimNo.length > MAX_CLAIM_NO) throw buildNotFound();
    const claim = toClaim(claimNo, request);
    assertNoViolations(findDateViolations(policy, claim.date, toLocalDate(at), 'date'));
    await this.store.transaction(staff, async (tx) => {
      const saved = await this.claims.save(tx, [{ ...claim, applicationId: policy.applicationId }], { at, by: staff.name });
      if (saved.length === 0) throw DomainError.ofViolations([buildUsed('claimNo')]);
      await this.record(tx, staff, policy, 'change', claim);
    });
    return toResponse({ ...claim, recordedAt: at, recordedBy: staff.name });
  }

  async delete(staff: StaffCaller, idText: string, claimNo: string): Promise<void> {
    const { policy } = await this.getPolicy(staff, idText);
    await this.store.transaction(staff, async (tx) => {
      if (!(await this.claims.delete(tx, policy.applicationId, claimNo))) throw buildNotFound();
      await this.record(tx, staff, policy, 'delete', { claimNo });
    });
  }

  async load(staff: StaffCaller, rows: readonly LoadedClaimRequest[]): Promise<number> {
    const policies = new Map(
      (await this.claims.findPolicies(staff, [...new Set(rows.map(({ policyNo }) => policyNo))])).map((one) => [one.policyNo, one]),
    );
    const today = toLocalDate(staff.at);
    const violations: Violation[] = [];
    const found = rows.flatMap((row, index) => {
      const policy = policies.get(row.policyNo);
      const claim = toClaim(row.claimNo, row);
      if (!policy) violations.push({ path: `claims[${index}].policyNo`, code: ErrorCode.POLICY_NOT_FOUND, text: NO_POLICY });
      else violations.push(...findDateViolations(policy, claim.date, today, `claims[${index}].date`));
      if (rows.findIndex(({ claimNo }) => claimNo === row.claimNo) < index) violations.push(buildUsed(`claims[${index}].claimNo`));
      return policy ? [{ ...claim, policy, index }] : [];
    });
    assertNoViolations(violations);
    await this.store.transaction(staff, async (tx) => {
      const claims = found.map(({ policy, index: _, ...claim }) => ({ ...claim, applicationId: policy.applicationId }));
      const saved = new Set(await this.claims.save(tx, claims, { at: staff.at, by: staff.name }));
      assertNoViolations(found.filter(({ claimNo }) => !saved.has(claimNo)).map(({ index }) => buildUsed(`claims[${index}].claimNo`)));
      const { environment } = staff;
      const details = { loaded: claims.length };
      await this.audit.record(tx, toAuditActor(staff), { action: 'create', subject: 'claim', id: 'file', environment, details });
    });
    return found.length;
  }

  private async getPolicy(staff: StaffCaller, idText: string): Promise<{ readonly policy: ClaimedPolicy; readonly at: Date }> {
    const { id, policyNo, status, startDate, endDate, agentCode } = await this.applications.getAnyApplication(staff, idText);
    if (policyNo === null || !POLICY_STATUSES.has(status)) throw new DomainError(ErrorCode.POLICY_NOT_FOUND);
    const { at } = await this.agentClocks.applyClock(staff, agentCode);
    return { policy: { applicationId: id, policyNo, startDate, endDate }, at };
  }

  private record(
    tx: Parameters<AuditService['record']>[0],
    staff: StaffCaller,
    { policyNo }: ClaimedPolicy,
    action: 'change' | 'delete',
    claim: Partial<Claim>,
  ): Promise<void> {
    const { environment } = staff;
    return this.audit.record(tx, toAuditActor(staff), {
      action,
      subject: 'claim',
      id: `${policyNo} ${claim.claimNo}`,
      environment,
      details: claim,
    });
  }
}

function toClaim(claimNo: string, { date, atFault, reserved, paid }: ClaimRequest): Claim {
  return { claimNo, date: readDay(date), atFault, reserved: toAmount(toDecimal(reserved)), paid: toAmount(toDecimal(paid)) };
}

function toResponse({ claimNo, date, atFault, reserved, paid, recordedAt, recordedBy }: RecordedClaim): ClaimResponse {
  return {
    claimNo,
    date,
    atFault,
    reserved: toNumber(reserved),
    paid: toNumber(paid),
    recordedAt: toLocalDateTime(recordedAt),
    recordedBy,
  };
}

function findDateViolations({ startDate, endDate }: ClaimedPolicy, date: LocalDate, today: LocalDate, path: string): Violation[] {
  if (date >= startDate && date < endDate && date <= today) return [];
  const [from, to] = [formatDate(startDate), formatDate(endDate)];
  const text = {
    el: `Η ημερομηνία της ζημιάς πρέπει να είναι από την έναρξη (${from}) έως πριν από τη λήξη (${to}), και έως σήμερα.`,
    en: `The day of the loss must be from the start (${from}) to before the end (${to}), and at most today.`,
  };
  return [{ path, code: ErrorCode.BAD_DATE, text }];
}

function buildUsed(path: string): Violation {
  return { path, code: ErrorCode.INVALID, text: OF_ANOTHER };
}

const NO_POLICY: Text = { el: 'Δεν υπάρχει συμβόλαιο με αυτόν τον αριθμό.', en: 'There is no policy with this number.' };
const OF_ANOTHER: Text = {
  el: 'Ο αριθμός ανήκει ήδη σε ζημιά άλλου συμβολαίου ή άλλης γραμμής του αρχείου.',
  en: 'The number already belongs to a claim of another policy, or of another row of the file.',
};
