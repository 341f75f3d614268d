import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { toDecimal } from '../../../common/money.js';
import type { AuthorityCheck, AuthorityNeed, AuthorityReport } from '../../../record/contract/underwriting/authority.js';
import { describeExceedance } from '../../../record/contract/underwriting/authority.js';
import { AuthorityService } from '../../../record/contract/underwriting/authority.service.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { DecisionAuthorityResponse } from './authorities.dto.js';

export interface DryRunDecision<T> {
  readonly result: T;
  readonly report: AuthorityReport | null;
  readonly secondPersonReason: Text | null;
}

type Decide<T> = (staff: StaffCaller, checkAuthority: AuthorityCheck) => Promise<T>;

@Injectable()
export class DecisionControl {
  constructor(
    private readonly authority: AuthorityService,
    private readonly settings: SettingsService,
    private readonly store: Store,
  ) {}

  /** Fails on a route without `@NeedsAuthority` (authority.9). */
  createCheck(staff: StaffCaller): AuthorityCheck {
    if (!staff.isDeciding) throw new Error('The route checks an authority and needs @NeedsAuthority');
    return this.authority.createCheck(staff);
  }

  /** Stores nothing. An authority that does not suffice is reported instead of refused. */
  async dryRun<T>(staff: StaffCaller, decision: string, decide: Decide<T>): Promise<DryRunDecision<T>> {
    const settings = await this.settings.get(staff);
    const reports: AuthorityReport[] = [];
    const result = await this.store.runAndRollBack((unitOfWork) => {
      const dryRunStaff = { ...staff, unitOfWork };
      return decide(dryRunStaff, async (need) => void reports.push(await this.authority.assess(dryRunStaff, need)));
    });
    const report = reports.at(-1) ?? null;
    return { result, report, secondPersonReason: report && findReason(settings, decision, report.need) };
  }

  async confirm<T>(decide: () => Promise<T>): Promise<T> {
    try {
      return await decide();
    } catch (error) {
      const isStale = error instanceof DomainError && error.code === ErrorCode.CHANGED_MEANWHILE;
      throw isStale ? new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: IS_STALE, cause: error }) : error;
    }
  }

  /** Whether a decision of this kind could need a second person, so that a dry run comes first. */
  async canNeedSecondPerson(staff: StaffCaller, decision: string): Promise<boolean> {
    const { secondPersonApprovalsAbove, secondPersonDeclines } = await this.settings.get(staff);
    return decision === 'decline' ? secondPersonDeclines : isApproval(decision) && secondPersonApprovalsAbove !== null;
  }
}

function isApproval(decision: string): boolean {
  return decision === 'approve' || decision === 'approve_with_terms';
}

function findReason(
  { secondPersonApprovalsAbove: limit, secondPersonDeclines }: { secondPersonApprovalsAbove: number | null; secondPersonDeclines: boolean },
  decision: string,
  { sumInsured }: AuthorityNeed,
): Text | null {
  if (decision === 'decline') return secondPersonDeclines ? DECLINES : null;
  if (!isApproval(decision) || limit === null || toDecimal(sumInsured).lte(limit)) return null;
  const most = formatEuro(limit.toFixed(2));
  return { el: `Το ασφαλιζόμενο κεφάλαιο υπερβαίνει τα ${most.el}.`, en: `The sum insured is above ${most.en}.` };
}

const IS_STALE: Text = {
  el: 'Η υπόθεση άλλαξε μετά την πρώτη απόφαση. Απορρίψτε την ενέργεια και αποφασίστε ξανά.',
  en: 'The case has changed since the first decision. Reject the action and decide again.',
};
const DECLINES: Text = {
  el: 'Η απόρριψη χρειάζεται δεύτερο πρόσωπο.',
  en: 'Declining needs a second person.',
};

export function toDecisionAuthority(
  { report, secondPersonReason }: DryRunDecision<unknown>,
  { language }: Pick<StaffCaller, 'language'>,
): DecisionAuthorityResponse | null {
  if (report === null) return null;
  return {
    sufficient: report.exceeded.length === 0,
    exceeded: report.exceeded.map((exceedance) => describeExceedance(exceedance)[language]),
    mayDecide: report.mayDecide.map(({ id, name }) => ({ id, name })),
    secondPersonReason: secondPersonReason && secondPersonReason[language],
  };
}
