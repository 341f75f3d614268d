import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import { readDecision } from '../../../record/contract/underwriting/decision-input.js';
import type { AmendmentRequest, AmendmentResponse } from '../../../record/contract/amendments/amendment.dto.js';
import { toAmendmentResponse, toSentAmendment } from '../../../record/contract/amendments/amendment.mapper.js';
import { AmendmentPaymentService } from '../../../record/contract/amendments/amendment-payment.service.js';
import { AmendmentReader, type AmendmentDesk, type AmendmentView } from '../../../record/contract/amendments/amendment-reader.service.js';
import { AmendmentService } from '../../../record/contract/amendments/amendment.service.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { DecisionRequest } from '../applications/staff-application-input.dto.js';
import { toRecordActor } from '../applications/staff-applications.service.js';

interface IssueInput {
  readonly applicationId: number;
  readonly amendmentNo: number;
}

const PATHS = { effectiveDate: 'effectiveDate', receivedOn: 'receivedOn' };

/** Names of the steps in the audit record. */
const AUDITED: Readonly<Record<string, AuditAction>> = { insert: 'create', cancel: 'cancel', reverse: 'reverse', issue: 'book' };

/** Amendments by staff, with decisions of underwriting and a second person. */
@Injectable()
export class StaffAmendmentService {
  constructor(
    private readonly amendments: AmendmentService,
    private readonly payments: AmendmentPaymentService,
    private readonly reader: AmendmentReader,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<IssueInput>('AMENDMENT', {
      roles: ['issuing'],
      run: async (staff, { applicationId, amendmentNo }) => {
        const desk = { ...this.open(staff, String(applicationId)), expectedVersions: undefined, isSecondPerson: true } as const;
        await this.payments.issue(desk, String(amendmentNo));
        return { applicationId, amendmentNo };
      },
    });
  }

  async list(staff: StaffCaller, id: string): Promise<AmendmentResponse[]> {
    return (await this.reader.list(this.open(staff, id))).map((view) => this.toResponse(staff, view));
  }

  async get(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.reader.get(this.open(staff, id), no));
  }

  async price(staff: StaffCaller, id: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.price(this.open(staff, id), toSentAmendment(body)));
  }

  async create(staff: StaffCaller, id: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.create(this.open(staff, id), toSentAmendment(body)));
  }

  async update(staff: StaffCaller, id: string, no: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.update(this.open(staff, id), no, toSentAmendment(body)));
  }

  async act(staff: StaffCaller, id: string, no: string, step: 'calculate' | 'requestApproval' | 'cancel'): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments[step](this.open(staff, id), no));
  }

  async prepay(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.payments.prepay(this.open(staff, id), no));
  }

  async decide(staff: StaffCaller, id: string, no: string, dto: DecisionRequest): Promise<AmendmentResponse> {
    const decided = readDecision(dto, dto.terms, 'terms.excludedCovers');
    return this.toResponse(staff, await this.amendments.decide(this.open(staff, id), no, decided));
  }

  /** Issues an amendment, or asks for a second person (amendments.9). @throws DomainError as for agents */
  async issue(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse | PendingActionResponse> {
    const desk = this.open(staff, id);
    const view = await this.reader.get(desk, no);
    const why = await this.reader.findSecondPersonReason(desk, view);
    if (why === null) return this.toResponse(staff, await this.payments.issue(desk, no));
    // Refuses what a second person could not issue.
    await this.payments.rehearseIssue(desk, no);
    return this.actions.create(staff, { kind: 'AMENDMENT', why, ...buildProposal(view) });
  }

  async reverse(staff: StaffCaller, id: string, no: string, reason: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.payments.reverse(this.open(staff, id), no, reason));
  }

  /** Returns the amendment with the figures of its reversal. @throws DomainError as `reverse` */
  async previewReversal(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    const desk = this.open(staff, id);
    const { outcome, messages } = await this.payments.previewReversal(desk, no);
    const { policy, amendment } = await this.reader.get(desk, no);
    return this.toResponse(staff, { policy, amendment: { ...amendment, outcome, messages } });
  }

  private open(staff: StaffCaller, id: string): AmendmentDesk {
    const actor = toRecordActor(staff);
    const { environment } = staff;
    return {
      actor,
      paths: PATHS,
      expectedVersions: actor.expectedVersions,
      open: () => this.applications.getAnyApplication(actor, id),
      audit: (tx, details) => {
        const action = AUDITED[String(details['action'])] ?? 'change';
        return this.audit.record(tx, toAuditActor(staff), { action, subject: 'application', id, environment, details });
      },
    };
  }

  private toResponse(staff: StaffCaller, view: AmendmentView): AmendmentResponse {
    const policy = `${staff.root}/backoffice-api/applications/${view.policy.id}`;
    const [href, documents] = [`${policy}/amendments`, `${policy}/documents`];
    return toAmendmentResponse(view, { reader: staff, role: 'staff', href, documents });
  }
}

function buildProposal({ policy, amendment }: AmendmentView) {
  const { policyNo, id: applicationId, agentCode } = policy;
  const amount = amendment.outcome?.due.gross ?? '0.00';
  const [no, sum] = [amendment.amendmentNo, formatEuro(amount)];
  const summary = {
    el: `Έκδοση της πρόσθετης πράξης ${no} του συμβολαίου ${policyNo}, διαφορά ${sum.el}.`,
    en: `Issue of amendment ${no} of policy ${policyNo}, difference ${sum.en}.`,
  };
  return { request: { applicationId, amendmentNo: no }, summary, amount, applicationId, agentCode };
}
