import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '../../../store/store.js';
import { AccountMailer, type SavedMail } from '../mail/account-mailer.js';
import type { FactorNotice } from '../mail/factor-notices.js';
import { MailTextService } from '../mail/mail-text.service.js';

@Injectable()
export class FactorNoticeMailer {
  private readonly logger = new Logger(FactorNoticeMailer.name);

  constructor(
    private readonly texts: MailTextService,
    private readonly mails: AccountMailer,
  ) {}

  save(tx: Transaction, email: string, notice: FactorNotice, recoveryCodesLeft = 0): Promise<SavedMail> {
    return this.mails.save(tx, this.texts.factorNotice(email, notice, recoveryCodesLeft));
  }

  /** Never rejects: what the mail is about has happened. */
  async send(saved: SavedMail): Promise<void> {
    await this.mails
      .send(saved)
      .catch((error: unknown) =>
        this.logger.error(`A mail about a second factor waits: ${error instanceof Error ? error.message : 'unknown error'}`),
      );
  }
}
