import { Injectable } from '@nestjs/common';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from './mailer.js';

/** The letters of the house, written and sent. */
@Injectable()
export class MailService {
  constructor(
    private readonly letters: MailTextService,
    private readonly mailer: Mailer,
  ) {}

  invite(to: string, token: string): Promise<void> {
    return this.mailer.send(this.letters.invitation(to, token));
  }

  reset(to: string, token: string): Promise<void> {
    return this.mailer.send(this.letters.reset(to, token));
  }

  verify(to: string, token: string): Promise<void> {
    return this.mailer.send(this.letters.verification(to, token));
  }
}
