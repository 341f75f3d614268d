import { Injectable, Logger } from '@nestjs/common';
import { Mailer } from '../../../mail/mailer.js';
import type { FactorNotice } from '../mail/factor-notices.js';
import { MailTextService } from '../mail/mail-text.service.js';

/** Tells users what happened to their factors. */
@Injectable()
export class FactorNoticeMailer {
  private readonly logger = new Logger(FactorNoticeMailer.name);

  constructor(
    private readonly texts: MailTextService,
    private readonly mailer: Mailer,
  ) {}

  /** Never rejects: what the mail is about has happened. */
  async send(email: string, notice: FactorNotice, recoveryCodesLeft = 0): Promise<void> {
    await this.mailer
      .send(this.texts.factorNotice(email, notice, recoveryCodesLeft))
      .catch((error: unknown) =>
        this.logger.error(`A mail about a second factor is lost: ${error instanceof Error ? error.message : 'unknown error'}`),
      );
  }
}
