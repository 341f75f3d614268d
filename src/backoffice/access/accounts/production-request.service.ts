import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { CONSOLE_PROGRAM, ConsoleProgramService } from '../../../identity/console-program.service.js';
import { findDelegations } from '../../../identity/user.service.js';
import { ProgramEntity } from '../../../store/entities/program.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { toGatewayWriter, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import type { CurrentSessionResponse } from './sessions.dto.js';

const FIND = `
  SELECT k.id, k.program_id AS "programId", k.environments, s.id IS NOT NULL AND s.production_declined_at IS NULL AS "isRequested",
    s.production_decline_reason AS "declineReason"
  FROM program p JOIN api_key k ON k.program_id = p.id LEFT JOIN signup s ON s.api_key_id = k.id
  WHERE p.console_user_id = $1`;

/** Ids of the keys whose sign-up requested production, while no key of the program has it and nobody declined. */
export const PRODUCTION_REQUESTS = `
  SELECT s.api_key_id FROM signup s JOIN api_key k ON k.id = s.api_key_id
  WHERE k.status = 'active' AND 'production' = ANY (s.environments) AND s.production_declined_at IS NULL AND NOT EXISTS (
    SELECT FROM api_key o WHERE o.program_id = k.program_id AND 'production' = ANY (o.environments))`;

/** Adds production to the sign-up of program $1, unless it is requested or granted. */
const REQUEST_FOR_PROGRAM = `
  UPDATE signup s SET production_declined_at = NULL, production_decline_reason = NULL,
    environments = CASE WHEN 'production' = ANY (s.environments) THEN s.environments ELSE array_append(s.environments, 'production') END
  FROM api_key k WHERE k.id = s.api_key_id AND k.program_id = $1
    AND (NOT 'production' = ANY (s.environments) OR s.production_declined_at IS NOT NULL) AND NOT EXISTS (
      SELECT FROM api_key o WHERE o.program_id = k.program_id AND 'production' = ANY (o.environments))
  RETURNING s.id, s.environments`;

type DescribedAccess = Pick<CurrentSessionResponse, 'consoleAccess' | 'productionDeclineReason'>;

interface ConsoleKey {
  readonly id: number;
  readonly programId: number;
  readonly environments: readonly string[];
  readonly isRequested: boolean;
  readonly declineReason: string | null;
}

@Injectable()
export class ProductionRequestService {
  constructor(
    private readonly store: Store,
    private readonly consoles: ConsoleProgramService,
    private readonly audit: AuditService,
  ) {}

  async describeAccess({ userId, role, environment }: StaffCaller): Promise<DescribedAccess> {
    if (role !== 'agent') return { consoleAccess: null, productionDeclineReason: null };
    const [key] = await this.store.query<ConsoleKey>('gateway', FIND, [userId]);
    if (key?.environments.includes(environment) === true) return { consoleAccess: 'granted', productionDeclineReason: null };
    return { consoleAccess: key?.isRequested === true ? 'requested' : 'none', productionDeclineReason: key?.declineReason ?? null };
  }

  async listAgents(staff: StaffCaller): Promise<string[]> {
    if ((await this.describeAccess(staff)).consoleAccess !== 'granted') return [];
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, [staff.userId]));
    return [staff.agentCode!, ...delegations.map(({ agentCode }) => agentCode)];
  }

  async create(caller: StaffCaller): Promise<void> {
    const { userId, email, name, sandboxOnly, at } = caller;
    if (sandboxOnly) return this.requestForProgram(caller);
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      await this.consoles.createIfMissing(tx, { userId, email });
      const [key] = await tx.query<ConsoleKey>(FIND, [userId]);
      if (key === undefined || key.environments.includes('production')) return;
      if (key.declineReason !== null) return this.requestAgain(tx, caller, key.programId);
      const wanted = { email, name, programName: CONSOLE_PROGRAM, environments: ['production' as const] };
      // Network and link are empty, because no address has to be confirmed.
      const signup = { ...wanted, network: '', createdAt: at, expiresAt: at, verifiedAt: at, apiKeyId: key.id };
      const inserted = await tx.manager
        .createQueryBuilder()
        .insert()
        .into(SignupEntity)
        .values(signup)
        .orIgnore()
        .returning('id')
        .execute();
      const [row] = inserted.raw as { id: number }[];
      if (row === undefined) return;
      const details = { programId: key.programId, environments: wanted.environments };
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'signup', id: row.id, details });
    });
  }

  /** @throws DomainError ROLE_REFUSED if the user has no program */
  private async requestForProgram(caller: StaffCaller): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const program = await tx.manager.findOneBy(ProgramEntity, { userId: caller.userId });
      if (program === null) throw new DomainError(ErrorCode.ROLE_REFUSED);
      await this.requestAgain(tx, caller, program.id);
    });
  }

  private async requestAgain(tx: Transaction, caller: StaffCaller, programId: number): Promise<void> {
    const [signup] = await tx.query<Pick<SignupEntity, 'id' | 'environments'>>(REQUEST_FOR_PROGRAM, [programId]);
    if (signup === undefined) return;
    const details = { programId, environments: signup.environments };
    await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'signup', id: signup.id, details });
  }
}
