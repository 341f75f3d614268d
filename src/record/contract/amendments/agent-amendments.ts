import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../common/caller.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService, toAgentActor } from '../../core/applications/application.service.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { RefusedCredit } from '../issue/charge.service.js';
import type { ContractDayQuery } from './amendment.dto.js';
import type {
  AmendmentComparisonQuery,
  AmendmentComparisonResponse,
  AmendmentFormQuery,
  AmendmentFormResponse,
} from './amendment-form.dto.js';
import { AmendmentForms } from './amendment-form.service.js';
import { AmendmentPaymentService } from './amendment-payment.service.js';
import { AmendmentReader, type AmendmentDesk, type AmendmentView, type SentAmendment } from './amendment-reader.service.js';
import { AmendmentService } from './amendment.service.js';

export interface AddressedPolicy {
  readonly id: string;
  readonly line: LineCode;
  readonly paths: AmendmentDesk['paths'];
}

@Injectable()
export class AgentAmendments {
  constructor(
    private readonly applications: ApplicationService,
    private readonly reader: AmendmentReader,
    private readonly amendments: AmendmentService,
    private readonly payments: AmendmentPaymentService,
    private readonly refusedCredit: RefusedCredit,
    private readonly forms: AmendmentForms,
  ) {}

  /** Null for a query without day and instant (amendments.14). @throws DomainError APPLICATION_NOT_FOUND, BAD_QUERY */
  async getOn<C extends LineCode>(caller: UserCaller, line: C, id: string, query: ContractDayQuery): Promise<ApplicationRecord<C> | null> {
    if (query.on === undefined && query.asOf === undefined) return null;
    const policy = await this.applications.getApplication(caller, id, line);
    return this.forms.getOn(caller, policy, query);
  }

  list(caller: UserCaller, policy: AddressedPolicy): Promise<AmendmentView[]> {
    return this.reader.list(this.openToRead(caller, policy));
  }

  get(caller: UserCaller, policy: AddressedPolicy, no: string): Promise<AmendmentView> {
    return this.reader.get(this.openToRead(caller, policy), no);
  }

  getForm(caller: UserCaller, policy: AddressedPolicy, query: AmendmentFormQuery): Promise<AmendmentFormResponse> {
    return this.forms.get(this.open(caller, policy), query, caller.language);
  }

  compare(caller: UserCaller, policy: AddressedPolicy, query: AmendmentComparisonQuery): Promise<AmendmentComparisonResponse> {
    return this.forms.compare(this.openToRead(caller, policy), query, caller.language);
  }

  price(caller: UserCaller, policy: AddressedPolicy, sent: SentAmendment): Promise<AmendmentView> {
    return this.amendments.price(this.open(caller, policy), sent);
  }

  create(caller: UserCaller, policy: AddressedPolicy, sent: SentAmendment): Promise<AmendmentView> {
    return this.amendments.create(this.open(caller, policy), sent);
  }

  update(caller: UserCaller, policy: AddressedPolicy, no: string, sent: SentAmendment): Promise<AmendmentView> {
    return this.amendments.update(this.open(caller, policy), no, sent);
  }

  act(caller: UserCaller, policy: AddressedPolicy, no: string, step: 'calculate' | 'requestApproval' | 'cancel'): Promise<AmendmentView> {
    return this.amendments[step](this.open(caller, policy), no);
  }

  prepay(caller: UserCaller, policy: AddressedPolicy, no: string): Promise<AmendmentView> {
    return this.payments.prepay(this.open(caller, policy), no);
  }

  /** @throws DomainError as `AmendmentPaymentService.issue` */
  async charge(caller: UserCaller, policy: AddressedPolicy, no: string): Promise<AmendmentView> {
    const desk = this.open(caller, policy);
    const { clientAfm } = await desk.open(desk.actor);
    return this.payments.issue(desk, no, this.refusedCredit.isRefused(caller.environment, clientAfm));
  }

  openToRead(caller: UserCaller, { id, line, paths }: AddressedPolicy): AmendmentDesk {
    const open: AmendmentDesk['open'] = ({ unitOfWork }) => this.applications.getApplication<LineCode>({ ...caller, unitOfWork }, id, line);
    return { actor: toAgentActor(caller), open, paths };
  }

  private open(caller: UserCaller, { id, line, paths }: AddressedPolicy): AmendmentDesk {
    const open: AmendmentDesk['open'] = ({ unitOfWork }) =>
      this.applications.getOwnApplication<LineCode>({ ...caller, unitOfWork }, id, line);
    return { actor: toAgentActor(caller), open, paths, expectedVersions: caller.expectedVersions };
  }
}
