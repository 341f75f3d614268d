import { Injectable } from '@nestjs/common';
import { parseInstant, toLocalDateTime } from '../../../common/athens.js';
import { toNumber } from '../../../common/money.js';
import { buildColumn, buildOptionalColumn, type TableColumn, type TableRow } from '../../../common/table.js';
import { WITHDRAWAL_COLUMNS, WithdrawalRepository, type Withdrawal } from '../../../record/contract/customer/withdrawal.repository.js';
import { WithdrawalService } from '../../../record/contract/customer/withdrawal.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import { AuditService, toAuditActor } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { StaffWithdrawalResponse, WithdrawalPageResponse, WithdrawalQuery, WithdrawalTableQuery } from './withdrawals.dto.js';

export const REGISTER_COLUMNS: readonly TableColumn[] = [
  buildColumn('id', 'integer', 'Αριθμός', 'Number', 4),
  buildColumn('receivedAt', 'time', 'Παραλαβή', 'Received', '2026-11-27T14:05:10+02:00'),
  buildColumn('channel', 'text', 'Τρόπος', 'Channel', 'LINK'),
  buildColumn('state', 'text', 'Κατάσταση', 'State', 'CANCELLED'),
  buildOptionalColumn('policyNo', 'text', 'Αριθμός συμβολαίου', 'Policy number', 'P260000042'),
  buildColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
  buildColumn('clientName', 'text', 'Λήπτης της ασφάλισης', 'Client', 'Παπαδοπούλου Μαρία'),
  buildColumn('agentCode', 'text', 'Κωδικός συνεργάτη', 'Agent code', '10001'),
  buildColumn('line', 'text', 'Κλάδος', 'Line', 'fire'),
  buildColumn('statement', 'text', 'Δήλωση', 'Statement', 'Σας γνωστοποιώ ότι υπαναχωρώ.'),
  buildOptionalColumn('refund', 'amount', 'Επιστροφή', 'Refund', 332.64),
  buildOptionalColumn('claimNo', 'text', 'Ζημιά', 'Claim', 'Z-26-1042'),
  buildOptionalColumn('closing', 'text', 'Απόφαση', 'Decision', 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.'),
  buildOptionalColumn('closedBy', 'text', 'Αποφάσισε', 'Decided by', 'Νίκος Έκδοση'),
  buildOptionalColumn('closedAt', 'time', 'Ώρα απόφασης', 'Decided at', '2026-11-28T09:00:00+02:00'),
];

const SELECT = `
  SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w JOIN application a ON a.id = w.application_id
  WHERE ($1::text IS NULL OR w.state = $1) AND ($2::text IS NULL OR a.agent_code = $2)
    AND ($3::timestamptz IS NULL OR w.received_at >= $3) AND ($4::timestamptz IS NULL OR w.received_at < $4)
    AND ($5::text IS NULL OR EXISTS (SELECT FROM customer_act c WHERE c.id = w.act_id AND c.channel = $5))`;

@Injectable()
export class StaffWithdrawalService {
  constructor(
    private readonly store: Store,
    private readonly withdrawals: WithdrawalService,
    private readonly repository: WithdrawalRepository,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {}

  async find({ environment }: StaffCaller, query: WithdrawalQuery): Promise<WithdrawalPageResponse> {
    const values = toValues(query);
    const page = await findPage<Withdrawal>(
      this.store,
      environment,
      { select: SELECT, order: '"receivedAt" DESC, id DESC', values },
      query,
    );
    return mapPage(page, toResponse);
  }

  async *stream({ environment }: StaffCaller, query: WithdrawalTableQuery): AsyncGenerator<readonly TableRow[], void> {
    yield* this.store.stream<TableRow>(environment, `${SELECT} ORDER BY w.received_at DESC, w.id DESC`, toValues(query));
  }

  async close(staff: StaffCaller, id: number, decision: string): Promise<StaffWithdrawalResponse> {
    const found = await this.repository.findWithdrawal(staff, id);
    if (!found) throw buildNotFound();
    const { environment } = staff;
    const { at } = await this.agentClocks.applyClock({ environment, at: staff.at }, found.agentCode);
    await this.withdrawals.close(staff, id, { text: decision.trim(), by: staff.name, at }, (tx) =>
      this.audit.record(tx, toAuditActor(staff), { action: 'decide', subject: 'withdrawal', id, environment, details: { decision } }),
    );
    return toResponse((await this.repository.findWithdrawal(staff, id))!);
  }
}

function toValues({ state, agent, from, to, channel }: WithdrawalTableQuery): unknown[] {
  return [
    state ?? null,
    agent ?? null,
    from === undefined ? null : parseInstant(from),
    to === undefined ? null : parseInstant(to),
    channel ?? null,
  ];
}

function toResponse({ actId: _, closing, receivedAt, closedAt, refund, ...withdrawal }: Withdrawal): StaffWithdrawalResponse {
  return {
    ...withdrawal,
    receivedAt: toLocalDateTime(receivedAt),
    refund: refund === null ? null : toNumber(refund),
    decision: closing,
    closedAt: closedAt && toLocalDateTime(closedAt),
  };
}
