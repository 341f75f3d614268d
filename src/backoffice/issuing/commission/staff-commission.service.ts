import { Injectable } from '@nestjs/common';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import type { CommissionRatesRequest } from '../../../record/money/commission/commission-rates.dto.js';
import { CommissionRatesRepository } from '../../../record/money/commission/commission-rates.repository.js';
import { CommissionRatesService } from '../../../record/money/commission/commission-rates.service.js';
import type { CommissionSettlement, CommissionStatementWithFigures } from '../../../record/money/commission/commission-statement.js';
import { CommissionStatementRepository } from '../../../record/money/commission/commission-statement.repository.js';
import { CommissionStatementService, type StatementContext } from '../../../record/money/commission/commission-statement.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import { buildNotFound, parseAgentCode } from '../../common/errors.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  CommissionMonthApprovalRequest,
  CommissionMonthApprovalResponse,
  CommissionRunRequest,
  CommissionRunResponse,
  CommissionStatementResponse,
  CommissionVersionWithRatesResponse,
} from './commission.dto.js';
import { toCommissionStatementResponse, toVersionWithRates } from './commission.mapper.js';

@Injectable()
export class CommissionScope {
  constructor(
    private readonly agents: AgentService,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {}

  async dateBy(staff: StaffCaller, agentCode: string): Promise<StaffCaller> {
    if ((await this.agents.find(staff, agentCode)) === null) throw buildNotFound();
    return this.agentClocks.applyClock(staff, agentCode);
  }

  record(
    tx: Parameters<AuditService['record']>[0],
    staff: StaffCaller,
    action: AuditAction,
    id: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { environment } = staff;
    return this.audit.record(tx, toAuditActor(staff), { action, subject: 'commission', id, environment, details });
  }
}

@Injectable()
export class StaffCommissionService {
  constructor(
    private readonly store: Store,
    private readonly rates: CommissionRatesService,
    private readonly versions: CommissionRatesRepository,
    private readonly statements: CommissionStatementService,
    private readonly repository: CommissionStatementRepository,
    private readonly scope: CommissionScope,
  ) {}

  async getVersion(staff: StaffCaller, line: string, versionText: string): Promise<CommissionVersionWithRatesResponse> {
    const version = /^[1-9]\d{0,6}$/.test(versionText) ? await this.versions.find(staff, line, Number(versionText)) : null;
    if (version === null) throw buildNotFound();
    return toVersionWithRates(version);
  }

  async load(staff: StaffCaller, rates: CommissionRatesRequest): Promise<CommissionVersionWithRatesResponse> {
    const { environment, at } = staff;
    await this.store.transaction(staff, async (tx) => {
      await this.rates.load(tx, environment, rates, { at, by: staff.name });
      await this.scope.record(tx, staff, 'create', `rates ${rates.line} ${rates.version}`, {
        validFrom: rates.validFrom,
        rates: rates.rates.length,
      });
    });
    return this.getVersion(staff, rates.line, String(rates.version));
  }

  preview(staff: StaffCaller, rates: CommissionRatesRequest): Promise<CommissionVersionWithRatesResponse> {
    return this.store.runAndRollBack((unitOfWork) => this.load({ ...staff, unitOfWork }, rates));
  }

  async prepare(staff: StaffCaller, { month, agentCode }: CommissionRunRequest): Promise<CommissionRunResponse> {
    const caller = agentCode === undefined ? staff : await this.scope.dateBy(staff, parseAgentCode(agentCode));
    const outcome = await this.statements.prepare(this.toContext(caller, 'create'), `${month}-01`, agentCode ?? null);
    return { ...outcome, month };
  }

  async approve(staff: StaffCaller, id: number, settlement: CommissionSettlement): Promise<CommissionStatementResponse> {
    const shown = await this.get(staff, id);
    assertShown(staff, () => toCommissionStatementResponse(shown));
    const caller = await this.scope.dateBy(staff, shown.agentCode);
    await this.statements.approve(this.toContext(caller, 'approve'), id, settlement);
    return toCommissionStatementResponse(await this.get(staff, id));
  }

  async approveMonth(staff: StaffCaller, { month, settlement }: CommissionMonthApprovalRequest): Promise<CommissionMonthApprovalResponse> {
    const outcome = await this.statements.approveMonth(this.toContext(staff, 'approve'), `${month}-01`, settlement);
    return { ...outcome, month };
  }

  async get(staff: StaffCaller, id: number): Promise<CommissionStatementWithFigures> {
    const statement = await this.repository.find(staff, id, null);
    if (statement === null) throw buildNotFound();
    return statement;
  }

  private toContext(staff: StaffCaller, action: AuditAction): StatementContext {
    return {
      writer: staff,
      userId: staff.userId,
      name: staff.name,
      audit: (tx, id, details) => this.scope.record(tx, staff, action, `statement ${id}`, details),
    };
  }
}
