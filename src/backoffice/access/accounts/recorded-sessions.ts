import { Injectable } from '@nestjs/common';
import { ConsoleProgramService } from '../../../identity/console-program.service.js';
import { endSessionsOf, type NewSession, type SessionKind, SessionService } from '../../../identity/session.service.js';
import type { Role } from '../../../identity/user.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { actorOf, AuditService, visitingActor } from '../audit/audit.service.js';

/** Who has shown who it is. */
export interface SignedInAccount {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
}

/** Sessions as they begin and end by the will of their users, each in the audit record. */
@Injectable()
export class RecordedSessions {
  constructor(
    private readonly store: Store,
    private readonly sessions: SessionService,
    private readonly consoles: ConsoleProgramService,
    private readonly audit: AuditService,
  ) {}

  /** An agent's user whose browser keeps the session has a console from then on (auth.16). */
  async open(tx: Transaction, visitor: Visitor, { id: userId, email, role }: SignedInAccount, kind: SessionKind): Promise<NewSession> {
    const session = await this.sessions.open(tx, userId, kind);
    const actor = visitingActor(visitor, email, userId);
    await this.audit.record(tx, actor, { action: 'open', subject: 'session', id: session.id });
    const made = kind === 'cookie' && role === 'agent' ? await this.consoles.makeWhereMissing(tx, { userId, email }) : null;
    if (made !== null) {
      const { programId, apiKeyId } = made;
      await this.audit.record(tx, actor, { action: 'create', subject: 'program', id: programId, details: { apiKeyId, isConsole: true } });
    }
    return session;
  }

  /** Ends the caller's session; nothing where it had ended already. */
  async end(caller: StaffCaller): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      const hasEnded = await this.sessions.end(tx, caller.sessionId);
      if (hasEnded) await this.audit.record(tx, actorOf(caller), { action: 'close', subject: 'session', id: caller.sessionId });
    });
  }

  /** Ends every session of the caller, this one too. */
  async endAll(caller: StaffCaller): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      await endSessionsOf(tx, caller.userId);
      const event = { action: 'close', subject: 'session', id: caller.sessionId, details: { everywhere: true } } as const;
      await this.audit.record(tx, actorOf(caller), event);
    });
  }
}
