import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { isEffective } from '../../core/amendments/amendment.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { findApproval, type Terms } from '../../core/applications/approval.js';
import { POLICY_STATUSES } from '../../core/applications/status.js';
import { mergeTerms } from '../../core/lines/changed-policy.js';
import { LineRegistry } from '../../core/lines/line-registry.js';

/** A day of the term, as it was known at an instant. */
export interface KnownDay {
  readonly on: LocalDate;
  readonly known: Date;
}

/** Finds the terms of the approvals of a contract (amendments.18). */
@Injectable()
export class ContractTerms {
  constructor(
    private readonly lines: LineRegistry,
    private readonly segments: SegmentRepository,
    private readonly amendments: AmendmentRepository,
  ) {}

  async find(where: Environment | Writer, application: ApplicationRecord, day: KnownDay): Promise<Terms | null> {
    const { id, status, line, approval, questionnaire } = application;
    const { calculator } = this.lines.of(line);
    if (!POLICY_STATUSES.has(status)) return findApproval(approval, () => calculator.riskHash(questionnaire))?.terms ?? null;
    const [original, amendments] = await Promise.all([this.segments.findOriginal(where, id), this.amendments.list(where, id)]);
    const issued = findApproval(approval, () => calculator.riskHash(original?.questionnaire ?? questionnaire));
    const effective = amendments
      .filter((amendment) => isEffective(amendment, day))
      .sort((a, b) => a.effectiveDate.localeCompare(b.effectiveDate) || (a.issueNo ?? 0) - (b.issueNo ?? 0));
    return mergeTerms([{ approval: issued }, ...effective]);
  }
}

export function toKnownDay(at: Date): KnownDay {
  return { on: toLocalDate(at), known: at };
}
