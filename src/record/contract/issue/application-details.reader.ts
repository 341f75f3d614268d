import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { findApproval } from '../../core/applications/approval.js';
import { POLICY_STATUSES } from '../../core/applications/status.js';
import { CustomerActRepository } from '../../core/customer-acts/customer-act.repository.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { QuestionnaireDecoder } from '../../core/lines/questionnaire-decoder.js';
import type { ApplicationDetails } from './application-document.mapper.js';
import type { MissingDocument } from './missing-documents.repository.js';

@Injectable()
export class ApplicationDetailsReader {
  constructor(
    private readonly acts: CustomerActRepository,
    private readonly decoder: QuestionnaireDecoder,
    private readonly lines: LineRegistry,
    private readonly segments: SegmentRepository,
  ) {}

  async getOriginal(environment: Environment, application: ApplicationRecord): Promise<ApplicationRecord> {
    if (!POLICY_STATUSES.has(application.status)) return application;
    const original = await this.segments.findOriginal(environment, application.id);
    if (!original) return application;
    const { questionnaire, price, enfiaEligible } = original;
    return { ...application, questionnaire, price, enfiaEligible } as ApplicationRecord;
  }

  async read(
    environment: Environment,
    original: ApplicationRecord,
    { at, payBy }: Pick<MissingDocument, 'at' | 'payBy'>,
  ): Promise<ApplicationDetails> {
    const { id, line, questionnaire, approval } = original;
    const [groups, acts] = await Promise.all([this.decoder.decode(environment, original), this.acts.listActs(environment, id)]);
    const approved = findApproval(approval, () => this.lines.of(line).calculator.riskHash(questionnaire));
    return {
      groups,
      acts: acts.filter((act) => act.kind !== 'WITHDRAWN' && act.at <= at).reverse(),
      approvedOn: approved && toLocalDate(new Date(approved.approvedAt)),
      payBy,
    };
  }
}
