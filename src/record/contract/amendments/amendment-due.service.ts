import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import { getAmendmentTarget } from '../../core/amendments/amendment-states.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import type { Decision } from '../../core/applications/application.service.js';
import { Status } from '../../core/applications/status.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { buildPolicyChange } from './policy-change.js';

@Injectable()
export class AmendmentDueService {
  constructor(
    private readonly amendments: AmendmentRepository,
    private readonly segments: SegmentRepository,
    private readonly lines: LineRegistry,
  ) {}

  async startSegment(policy: ApplicationRecord, by: Actor): Promise<Decision> {
    const segments = await this.segments.listPresent(by, policy.id);
    const change = buildPolicyChange(this.lines.of(policy.line), policy, segments, toLocalDate(by.at));
    return { change, within: (_tx, save) => save() };
  }

  /** @throws DomainError CHANGED_MEANWHILE when it was paid, priced or cancelled just now */
  async expire(policy: ApplicationRecord, by: Actor): Promise<Decision> {
    const expired = (await this.amendments.list(by, policy.id)).find(({ status }) => status === Status.PREPAY);
    if (!expired) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    const status = getAmendmentTarget(expired.status, 'prepay_expires', by.role);
    return {
      change: {},
      reason: String(expired.amendmentNo),
      within: async (tx, save) => {
        await this.amendments.update(tx, by, expired, { action: 'prepay_expires' }, { status, paymentCode: null });
        await save();
      },
    };
  }
}
