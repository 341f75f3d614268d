import { Injectable } from '@nestjs/common';
import { ConsoleProgramService } from '../../../identity/console-program.service.js';
import {
  deleteSessionsOf,
  type NewSession,
  type SessionKind,
  type SecondFactor,
  type SessionOrigin,
  SessionService,
} from '../../../identity/session.service.js';
import { findDelegations, type Role } from '../../../identity/user.service.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, toVisitingActor } from '../audit/audit.service.js';
import { ProductionRequestService } from './production-request.service.js';
import type { CurrentSessionResponse } from './sessions.dto.js';

export interface SignedInAccount {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
}

export type ProviderOrigin = Required<Pick<SessionOrigin, 'providerSession' | 'idToken'>>;

export interface SessionProof extends Partial<ProviderOrigin> {
  readonly secondFactor?: SecondFactor;
}

export interface SignedIn extends NewSession {
  readonly role: Role;
  readonly device: string;
}

@Injectable()
export class RecordedSessions {
  constructor(
    private readonly store: Store,
    private readonly sessions: SessionService,
    private readonly consoles: ConsoleProgramService,
    private readonly audit: AuditService,
    private readonly agents: AgentService,
    private readonly productionRequests: ProductionRequestService,
  ) {}

  /** The first cookie session of an agent's user also creates its console (auth.16). */
  async open(
    tx: Transaction,
    visitor: Visitor,
    { id: userId, email, role }: SignedInAccount,
    kind: SessionKind,
    proof: SessionProof = {},
  ): Promise<NewSession> {
    const { address, userAgent } = visitor;
    const { providerSession, secondFactor } = proof;
    const method = providerSession === undefined ? 'password' : 'oidc';
    const session = await this.sessions.open(tx, userId, kind, { address, userAgent, method, ...proof });
    const actor = toVisitingActor(visitor, email, userId);
    const details = { ...(method === 'oidc' && { method }), ...(secondFactor && { secondFactor }) };
    await this.audit.record(tx, actor, { action: 'open', subject: 'session', id: session.id, details });
    const made = kind === 'cookie' && role === 'agent' ? await this.consoles.createIfMissing(tx, { userId, email }) : null;
    if (made !== null) {
      const { programId, apiKeyId } = made;
      await this.audit.record(tx, actor, { action: 'create', subject: 'program', id: programId, details: { apiKeyId, isConsole: true } });
    }
    return session;
  }

  async get(caller: StaffCaller): Promise<CurrentSessionResponse> {
    const { userId, name, email, role, agentCode, sandboxOnly, signInMethod, lacksSecondFactor, session, environment } = caller;
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, [userId]));
    const delegates = delegations.map((delegation) => delegation.agentCode);
    const names = await this.agents.findNames(environment, agentCode === null ? [] : [agentCode, ...delegates]);
    return {
      userId,
      name,
      email,
      role,
      agentCode,
      agentName: names.get(agentCode ?? '') ?? null,
      delegates,
      delegateNames: delegates.map((code) => names.get(code) ?? code),
      sandboxOnly,
      method: signInMethod,
      lacksSecondFactor,
      ...(await this.productionRequests.describeAccess(caller)),
      expiresAt: session.expiresAt.toISOString(),
      idleExpiresAt: session.idleExpiresAt?.toISOString() ?? null,
      csrfToken: session.csrfToken,
    };
  }

  async end(caller: StaffCaller): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      const hasEnded = await this.sessions.end(tx, caller.sessionId);
      if (hasEnded) await this.audit.record(tx, toAuditActor(caller), { action: 'close', subject: 'session', id: caller.sessionId });
    });
  }

  async endAll(caller: StaffCaller): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      await deleteSessionsOf(tx, caller.userId);
      const event = { action: 'close', subject: 'session', id: caller.sessionId, details: { everywhere: true } } as const;
      await this.audit.record(tx, toAuditActor(caller), event);
    });
  }
}
