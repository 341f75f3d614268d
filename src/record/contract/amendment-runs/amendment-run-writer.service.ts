import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Amendment } from '../../core/amendments/amendment.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import type { Actor } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { Status } from '../../core/applications/status.js';
import { AmendmentIssueService } from '../amendments/amendment-issue.service.js';
import { AmendmentReader, type ReadAmendment } from '../amendments/amendment-reader.service.js';
import { isFree } from './amendment-run-calculator.service.js';
import type { RunOutcome } from './amendment-run.js';
import { AmendmentRunRepository } from './amendment-run.repository.js';

@Injectable()
export class AmendmentRunWriter {
  constructor(
    private readonly store: Store,
    private readonly repository: AmendmentRunRepository,
    private readonly amendments: AmendmentRepository,
    private readonly applications: ApplicationService,
    private readonly issuing: AmendmentIssueService,
    private readonly reader: AmendmentReader,
  ) {}

  /** @throws PolicyTakenError, VersionChanged */
  async write(
    by: Actor,
    { runId, amendmentId, outcome }: { readonly runId: number; readonly amendmentId: number; readonly outcome: RunOutcome },
    read: ReadAmendment | null,
  ): Promise<void> {
    const isRefused = read === null || outcome.result === 'REFUSED';
    if (isRefused) return this.refuse(by, runId, outcome);
    const amendment = await this.buildAmendment(by, amendmentId, read);
    const mark = (tx: Transaction): Promise<void> => this.repository.mark(tx, runId, { ...outcome, amendmentNo: amendment.amendmentNo });
    const insert = (tx: Transaction): Promise<Amendment> => this.amendments.insertOfRun(tx, by, runId, amendment);
    if (!isFree(read)) {
      return this.store.transaction(by, async (tx) => {
        await Promise.all([this.amendments.lockPolicy(tx, amendment.applicationId), mark(tx), insert(tx)]);
      });
    }
    const { contract } = read;
    // Segments name the amendment by its claimed id.
    const segments = read.assessment.segments.map((segment) => ({
      ...segment,
      amendmentIds: segment.amendmentIds.map((id) => (id === 0 ? amendment.id : id)),
    }));
    const change = { contract, assessment: { ...read.assessment, segments }, amendment, payer: null };
    const decision = this.issuing.decide(by, {
      ...change,
      mark: async (tx) => {
        const [, inserted] = await Promise.all([mark(tx), insert(tx)]);
        return inserted;
      },
    });
    // Its documents are printed on request, because thousands of them would fill the queue.
    await this.store.transaction(by, (tx) => this.applications.saveIn(tx, by, contract.policy, 'amend', decision));
  }

  refuse(where: Environment | Actor, runId: number, outcome: RunOutcome): Promise<void> {
    return this.store.transaction(where, (tx) => this.repository.mark(tx, runId, outcome));
  }

  private async buildAmendment(by: Actor, id: number, read: ReadAmendment): Promise<Amendment> {
    const { contract, request, instructions, assessment } = read;
    const { policy, amendments, revision, nextIssueNo } = contract;
    const payBy = await this.reader.findPayBy(by, { ...request, approval: null, reinstates: null, createdAt: by.at }, assessment);
    const free = isFree(read);
    return {
      ...request,
      id,
      applicationId: policy.id,
      amendmentNo: 1 + Math.max(0, ...amendments.map(({ amendmentNo }) => amendmentNo)),
      agentCode: policy.agentCode,
      status: free ? Status.IN_FORCE : assessment.status,
      instructions,
      outcome: assessment.outcome,
      messages: assessment.messages,
      approval: null,
      reinstates: null,
      baseIssue: revision,
      payBy,
      paymentCode: null,
      issueNo: free ? nextIssueNo : null,
      issuedAt: free ? by.at : null,
      reversedAt: null,
      version: 1,
      actDocumentId: null,
      createdBy: by.name,
      createdAt: by.at,
      updatedAt: by.at,
    };
  }
}
