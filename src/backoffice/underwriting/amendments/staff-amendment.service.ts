import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import { readDecision } from '../../../record/contract/underwriting/decision-input.js';
import type { AmendmentRequest, AmendmentResponse } from '../../../record/contract/amendments/amendment.dto.js';
import { toAmendmentResponse, toSentAmendment } from '../../../record/contract/amendments/amendment.mapper.js';
import type {
  AmendmentComparisonQuery,
  AmendmentComparisonResponse,
  AmendmentFormQuery,
  AmendmentFormResponse,
} from '../../../record/contract/amendments/amendment-form.dto.js';
import { AmendmentForms } from '../../../record/contract/amendments/amendment-form.service.js';
import { AmendmentPaymentService } from '../../../record/contract/amendments/amendment-payment.service.js';
import { AmendmentReader, type AmendmentView } from '../../../record/contract/amendments/amendment-reader.service.js';
import { AmendmentService } from '../../../record/contract/amendments/amendment.service.js';
import type { ActorRole } from '../../../record/core/applications/state-table.js';
import type { Role } from '../../../identity/user.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { DecisionRequest } from '../applications/staff-application-input.dto.js';
import { StaffAmendmentDesks } from './staff-amendment-desks.service.js';

interface IssueInput {
  readonly applicationId: number;
  readonly amendmentNo: number;
}

/** Actors of the state table by role. */
const ROLES: Readonly<Partial<Record<Role, ActorRole>>> = { underwriter: 'underwriter' };

/** Amendments by staff, with decisions of underwriting and a second person. */
@Injectable()
export class StaffAmendmentService {
  constructor(
    private readonly amendments: AmendmentService,
    private readonly payments: AmendmentPaymentService,
    private readonly reader: AmendmentReader,
    private readonly desks: StaffAmendmentDesks,
    private readonly actions: PendingActionService,
    private readonly forms: AmendmentForms,
  ) {
    actions.register<IssueInput>('AMENDMENT', {
      roles: ['issuing'],
      run: async (staff, { applicationId, amendmentNo }) => {
        const desk = { ...this.desks.open(staff, String(applicationId)), expectedVersions: undefined, isSecondPerson: true } as const;
        await this.payments.issue(desk, String(amendmentNo));
        return { applicationId, amendmentNo };
      },
    });
  }

  async list(staff: StaffCaller, id: string): Promise<AmendmentResponse[]> {
    return (await this.reader.list(this.desks.open(staff, id))).map((view) => this.toResponse(staff, view));
  }

  async get(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.reader.get(this.desks.open(staff, id), no));
  }

  getForm(staff: StaffCaller, id: string, query: AmendmentFormQuery): Promise<AmendmentFormResponse> {
    return this.forms.get(this.desks.open(staff, id), query, staff.language);
  }

  compare(staff: StaffCaller, id: string, query: AmendmentComparisonQuery): Promise<AmendmentComparisonResponse> {
    return this.forms.compare(this.desks.open(staff, id), query, staff.language);
  }

  async price(staff: StaffCaller, id: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.price(this.desks.open(staff, id), toSentAmendment(body)));
  }

  async create(staff: StaffCaller, id: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.create(this.desks.open(staff, id), toSentAmendment(body)));
  }

  async update(staff: StaffCaller, id: string, no: string, body: AmendmentRequest): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.update(this.desks.open(staff, id), no, toSentAmendment(body)));
  }

  async act(staff: StaffCaller, id: string, no: string, step: 'calculate' | 'requestApproval' | 'cancel'): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments[step](this.desks.open(staff, id), no));
  }

  async prepay(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.payments.prepay(this.desks.open(staff, id), no));
  }

  async decide(staff: StaffCaller, id: string, no: string, dto: DecisionRequest): Promise<AmendmentResponse> {
    const decided = readDecision(dto, dto.terms, 'terms.excludedCovers');
    return this.toResponse(staff, await this.amendments.decide(this.desks.open(staff, id), no, decided));
  }

  /** Issues an amendment, or asks for a second person (amendments.9). @throws DomainError as for agents */
  async issue(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse | PendingActionResponse> {
    const desk = this.desks.open(staff, id);
    const view = await this.reader.get(desk, no);
    const why = await this.reader.findSecondPersonReason(desk, view);
    if (why === null) return this.toResponse(staff, await this.payments.issue(desk, no));
    // Refuses what a second person could not issue.
    await this.payments.rehearseIssue(desk, no);
    return this.actions.create(staff, { kind: 'AMENDMENT', why, ...buildProposal(view) });
  }

  async reverse(staff: StaffCaller, id: string, no: string, reason: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.payments.reverse(this.desks.open(staff, id), no, reason));
  }

  /** Returns the amendment with the figures of its reversal. @throws DomainError as `reverse` */
  async previewReversal(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    const desk = this.desks.open(staff, id);
    const { outcome, messages } = await this.payments.previewReversal(desk, no);
    const { policy, amendment } = await this.reader.get(desk, no);
    return this.toResponse(staff, { policy, amendment: { ...amendment, outcome, messages } });
  }

  private toResponse(staff: StaffCaller, view: AmendmentView): AmendmentResponse {
    const policy = `${staff.root}/backoffice-api/applications/${view.policy.id}`;
    const [href, documents] = [`${policy}/amendments`, `${policy}/documents`];
    return toAmendmentResponse(view, { reader: staff, role: ROLES[staff.role] ?? 'staff', href, documents });
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
