import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
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
import { AmendmentReader, type AmendmentDesk, type AmendmentView } from '../../../record/contract/amendments/amendment-reader.service.js';
import { AmendmentService } from '../../../record/contract/amendments/amendment.service.js';
import type { ActorRole } from '../../../record/core/applications/state-table.js';
import type { Role } from '../../../identity/user.service.js';
import type { AmendmentOutcome } from '../../../record/core/amendments/amendment.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffAmendmentDesks } from './staff-amendment-desks.service.js';

type Step = 'issue' | 'prepay' | 'reversal';

interface StepInput {
  readonly applicationId: number;
  readonly amendmentNo: number;
  readonly step: Step;
  readonly reason: string;
}

const ROLES: Readonly<Partial<Record<Role, ActorRole>>> = { underwriter: 'underwriter', issuing: 'staff' };

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
    actions.register<StepInput>('AMENDMENT', {
      roles: ['issuing'],
      run: async (staff, input) => {
        const { applicationId, amendmentNo } = input;
        const desk = { ...this.desks.open(staff, String(applicationId)), expectedVersions: undefined, isSecondPerson: true } as const;
        await this.take(desk, input);
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

  async move(staff: StaffCaller, id: string, no: string, step: 'calculate' | 'requestApproval' | 'cancel'): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments[step](this.desks.open(staff, id), no));
  }

  async act(staff: StaffCaller, id: string, no: string, step: Step, reason = ''): Promise<AmendmentResponse | PendingActionResponse> {
    const desk = this.desks.open(staff, id);
    const view = await this.reader.get(desk, no);
    const { outcome } = step === 'reversal' ? await this.payments.previewReversal(desk, no) : view.amendment;
    const input = { applicationId: view.policy.id, amendmentNo: view.amendment.amendmentNo, step, reason };
    const why = await this.reader.findSecondPersonReason(desk, view, outcome);
    if (why === null) return this.toResponse(staff, await this.take(desk, input));
    // Refuses what a second person could not do.
    await this.payments.dryRun(desk, (result) => this.take(result, input));
    return this.actions.create(staff, { kind: 'AMENDMENT', why, request: input, ...buildProposal(view, step, outcome) });
  }

  async reinstate(staff: StaffCaller, id: string, no: string, reason: string): Promise<AmendmentResponse> {
    return this.toResponse(staff, await this.amendments.reinstate(this.desks.open(staff, id), no, reason));
  }

  async previewReversal(staff: StaffCaller, id: string, no: string): Promise<AmendmentResponse> {
    const desk = this.desks.open(staff, id);
    const { outcome, messages } = await this.payments.previewReversal(desk, no);
    const { policy, amendment } = await this.reader.get(desk, no);
    return this.toResponse(staff, { policy, amendment: { ...amendment, outcome, messages } });
  }

  private take(desk: AmendmentDesk, { amendmentNo, step, reason }: StepInput): Promise<AmendmentView> {
    const no = String(amendmentNo);
    if (step === 'reversal') return this.payments.reverse(desk, no, reason);
    return step === 'issue' ? this.payments.issue(desk, no) : this.payments.prepay(desk, no);
  }

  toResponse(staff: StaffCaller, view: AmendmentView): AmendmentResponse {
    const policy = `${staff.root}/backoffice-api/applications/${view.policy.id}`;
    const [href, documents] = [`${policy}/amendments`, `${policy}/documents`];
    return toAmendmentResponse(view, { reader: staff, role: ROLES[staff.role] ?? null, href, documents });
  }
}

const STEP_TITLES: Readonly<Record<Step, Text>> = {
  issue: { el: 'Έκδοση', en: 'Issue' },
  prepay: { el: 'Κωδικός πληρωμής', en: 'Payment code' },
  reversal: { el: 'Αντιλογισμός', en: 'Reversal' },
};

function buildProposal({ policy, amendment }: AmendmentView, step: Step, outcome: AmendmentOutcome | null) {
  const { policyNo, id: applicationId, agentCode } = policy;
  const amount = outcome?.due.gross ?? '0.00';
  const [no, sum, title] = [amendment.amendmentNo, formatEuro(amount), STEP_TITLES[step]];
  const summary = {
    el: `${title.el} της πρόσθετης πράξης ${no} του συμβολαίου ${policyNo}, διαφορά ${sum.el}.`,
    en: `${title.en} of amendment ${no} of policy ${policyNo}, difference ${sum.en}.`,
  };
  return { summary, amount, applicationId, agentCode };
}
