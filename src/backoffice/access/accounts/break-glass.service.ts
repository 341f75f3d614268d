import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Mailer } from '../../../mail/mailer.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService, toVisitingActor } from '../audit/audit.service.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { buildPasswordRefusal, isPasswordAllowed } from '../../common/password-access.js';
import type { DomainError } from '../../../common/domain-error.js';
import type { SignedInAccount } from './recorded-sessions.js';

@Injectable()
export class BreakGlassService {
  private readonly logger = new Logger(BreakGlassService.name);

  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly texts: MailTextService,
  ) {}

  isAdmitted({ email, role }: Pick<SignedInAccount, 'email' | 'role'>): boolean {
    return isPasswordAllowed(this.config, email) && (this.config.passwordSignIn || role === 'admin');
  }

  buildRefusal(): DomainError {
    return buildPasswordRefusal(this.config);
  }

  async record(tx: Transaction, visitor: Visitor, { id, email }: SignedInAccount, sessionId: number): Promise<void> {
    if (this.config.passwordSignIn) return;
    const event = { action: 'open', subject: 'session', id: sessionId, details: { breakGlass: true } } as const;
    await this.audit.record(tx, toVisitingActor(visitor, email, id), event);
  }

  async notify({ at, address }: Visitor): Promise<void> {
    if (this.config.passwordSignIn) return;
    this.logger.warn(`The break-glass administrator signed in with a password from ${address ?? 'an unknown address'}.`);
    const where = { role: 'admin', status: 'active' } as const;
    const admins = await this.store.read('gateway', (manager) => manager.find(AppUserEntity, { select: { email: true }, where }));
    for (const { email } of admins) await this.mailer.send(this.texts.breakGlass(email, this.config.breakGlassAdmin ?? '', at, address));
  }
}
