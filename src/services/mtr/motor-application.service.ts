import { Injectable } from '@nestjs/common';
import { addDays, parseInstant, toLocalDate, toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toNumbers } from '../../common/money.js';
import type { Page, PageWindow } from '../../common/paging.js';
import { normalizePlate } from '../../common/plate.js';
import type { ApplicationFilter } from '../../record/core/applications/application-search.repository.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import type { Receipt } from '../../record/core/applications/receipt.js';
import { listStatusesIn } from '../../record/core/applications/status-list.js';
import { POLICY_STATUSES } from '../../record/core/applications/status.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { ReceiptRepository } from '../../record/money/ledger/receipt.repository.js';
import { MotorApplicationMapper, type MotorRecord } from './motor-application.mapper.js';
import type { MotorDetailsResponse, MotorReceiptResponse } from './motor-response.dto.js';
import type { MotorApplicationsQuery, MotorPoliciesQuery } from './motor-application.dto.js';

const LINE = 'motor';
const ALL_POLICIES = [...POLICY_STATUSES];

@Injectable()
export class MotorApplicationService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly shared: LineApplicationsService,
    private readonly receipts: ReceiptRepository,
    private readonly mapper: MotorApplicationMapper,
  ) {}

  /** @throws DomainError POLICY_NOT_FOUND, also for an application before issue */
  async getPolicy(caller: UserCaller, id: string): Promise<MotorRecord> {
    const found = await this.shared.get(caller, LINE, id).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === ErrorCode.APPLICATION_NOT_FOUND) return null;
      throw error;
    });
    if (!found || !POLICY_STATUSES.has(found.status)) throw new DomainError(ErrorCode.POLICY_NOT_FOUND);
    return found;
  }

  async getDetails(caller: UserCaller, id: string): Promise<MotorDetailsResponse> {
    const application = await this.shared.get(caller, LINE, id);
    const receipts = await this.receipts.findReceipts(caller.environment, application.id, caller.user.readableAgents);
    const entity = this.mapper.toResponse(application, caller);
    return {
      application: entity,
      covers: entity.covers,
      receipts: (receipts ?? []).map(toReceipt),
      messages: entity.applicationMessages,
      trace: entity.premium?.lines ?? [],
    };
  }

  search(caller: UserCaller, query: MotorApplicationsQuery, window: PageWindow): Promise<Page<MotorRecord>> {
    const from = query.fromdate === undefined ? undefined : (parseInstant(query.fromdate) ?? undefined);
    const statuses = query.status === undefined ? undefined : listStatusesIn(query.status);
    return this.shared.search(caller, LINE, { ...getFilter(query), from, statuses }, window);
  }

  searchPolicies(caller: UserCaller, query: MotorPoliciesQuery, window: PageWindow): Promise<Page<MotorRecord>> {
    const asked = query.status === undefined ? ALL_POLICIES : listStatusesIn(query.status).filter((status) => POLICY_STATUSES.has(status));
    return this.shared.search(caller, LINE, { ...getFilter(query), policyNo: query.policyno, statuses: asked }, window);
  }

  /** Fixes the price until the calculation expires. @throws DomainError PRICE_NO_LONGER_VALID */
  freeze(caller: UserCaller, id: string): Promise<MotorRecord> {
    return this.applications.act(caller, id, LINE, 'freeze', (current) => {
      const tariff = this.shared.assertPriceStands(caller, current);
      const until = addDays(toLocalDate(current.calculatedAt), tariff.quoteValidityDays);
      const frozen = { tariffCode: tariff.code, tariffVersion: tariff.version, until };
      return Promise.resolve({ change: { questionnaire: { ...current.questionnaire, frozen } } });
    });
  }
}

function getFilter({ lastname, clientafm, plateno }: MotorPoliciesQuery): Pick<ApplicationFilter, 'lastName' | 'clientAfm' | 'plateNo'> {
  return { lastName: lastname, clientAfm: clientafm, plateNo: plateno === undefined ? undefined : normalizePlate(plateno) };
}

function toReceipt(receipt: Receipt): MotorReceiptResponse {
  const { receiptNo, kind, instalmentNo, periodFrom, periodTo, gapFrom, dueDate, status, net, fee, tax, levy, gross } = receipt;
  return {
    receiptNo,
    kind,
    instalmentNo,
    periodFrom,
    periodTo,
    gapFrom,
    dueDate,
    status,
    ...toNumbers({ net, fee, tax, levy, gross }),
    paidAt: receipt.payment && toLocalDateTime(receipt.payment.paidAt),
  };
}
