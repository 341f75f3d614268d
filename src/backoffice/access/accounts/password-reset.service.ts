import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { Store } from '../../../store/store.js';
import { AddressLimiter } from '../../../gateway/access/address-limiter.js';
import { SharedLimits } from '../../../store/redis/shared-limits.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AccountMailer } from '../mail/account-mailer.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { normalizeEmail, lockUser } from '../../../identity/user.service.js';
import { MAX_OPEN_LINKS, OneTimeTokenService } from './one-time-token.service.js';

interface ForgetfulUser {
  readonly id: number;
  readonly email: string;
  readonly isSandboxOnly: boolean;
}

@Injectable()
export class PasswordResetService implements OnApplicationShutdown {
  private readonly logger = new Logger(PasswordResetService.name);
  private readonly limiter: AddressLimiter;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly tokens: OneTimeTokenService,
    private readonly texts: MailTextService,
    private readonly mails: AccountMailer,
    clock: Clock,
    shared: SharedLimits,
  ) {
    this.limiter = new AddressLimiter('password-reset', { burst: 10, intervalMs: 6 * 60_000 }, clock, shared);
  }

  /** Takes the same time for unknown accounts; the mail follows the response. */
  async request({ address }: Visitor, email: string): Promise<void> {
    const waitSeconds = await this.limiter.admit(address);
    if (waitSeconds > 0) throw new GatewayError('OVER_RATE_LIMIT', waitSeconds);
    // One prepared statement takes the same time with and without a row.
    const [user] = await this.store.query<ForgetfulUser>(
      'gateway',
      `SELECT id, email, sandbox_only AS "isSandboxOnly" FROM app_user WHERE email = $1 AND status = 'active'`,
      [normalizeEmail(email)],
    );
    if (user === undefined || !this.tokens.isUsableFor(user.email)) return;
    const job = this.sendLink(user)
      .catch((error: unknown) =>
        this.logger.warn(`The link of user ${user.id} could not be sent: ${error instanceof Error ? error.message : 'unknown error'}`),
      )
      .finally(() => this.underWay.delete(job));
    this.underWay.add(job);
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  onApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async sendLink(user: ForgetfulUser): Promise<void> {
    const saved = await this.store.transaction('gateway', async (tx) => {
      await lockUser(tx, { id: user.id });
      if ((await this.tokens.countValid(tx, user.id)) >= MAX_OPEN_LINKS) return null;
      const token = await this.tokens.issueForUser(tx, user.id, 'reset');
      return this.mails.save(tx, this.texts.reset(user.email, token, user.isSandboxOnly ? 'sandbox' : undefined));
    });
    if (saved !== null) await this.mails.send(saved);
  }
}
