import { Injectable } from '@nestjs/common';
import { Letters } from './letters.js';
import { Mailer } from './mailer.js';

/** The letters of the house, written and sent. */
@Injectable()
export class Correspondence {
  constructor(
    private readonly letters: Letters,
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
