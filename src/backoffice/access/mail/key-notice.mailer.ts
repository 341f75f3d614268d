import { Injectable } from '@nestjs/common';
import { isMailAddress } from '../../../common/mail-address.js';
import { Config, UNUSED_NOTICE_DAYS } from '../../../config/config.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Mailer } from '../../../mail/mailer.js';
import { MailTextService } from './mail-text.service.js';
import { KeyNoticeRepository, type KeyNotice, type NoticedKey } from './key-notice.repository.js';
import type { Job } from '../../../jobs/job.js';
import type { Mail } from '../../../mail/mail-transport.js';

const INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

@Injectable()
export class KeyNoticeMailer {
  readonly job: Job<'gateway'>;

  constructor(
    scheduler: Scheduler,
    private readonly config: Config,
    private readonly notices: KeyNoticeRepository,
    private readonly texts: MailTextService,
    private readonly mailer: Mailer,
  ) {
    this.job = scheduler.add({
      name: 'mail the end of keys',
      everyMs: INTERVAL_MS,
      places: ['gateway'],
      pass: (_, { at }) => this.sendDue(at),
    });
  }

  private async sendDue(at: Date): Promise<void> {
    await this.notices.addDue(at, this.config.apiKeys.unusedDays);
    for (let due = await this.notices.claim(); due.length > 0; due = await this.notices.claim())
      for (const notice of due) await this.send(notice, at);
  }

  private async send(notice: KeyNotice, at: Date): Promise<void> {
    const key = await this.notices.findKey(notice);
    const isDue = key?.status === 'active' && isMailAddress(key.address);
    if (isDue) await this.mailer.sendSurely(this.renderMail(notice, key, at));
    await this.notices.settle(notice, isDue ? at : null);
  }

  private renderMail({ kind, refersTo }: KeyNotice, key: NoticedKey, at: Date): Mail {
    if (kind === 'EXPIRY') return this.texts.expiringKey(key.address, key, refersTo);
    const { unusedDays } = this.config.apiKeys;
    const endMs = Math.max(refersTo.getTime() + unusedDays * DAY_MS, at.getTime() + UNUSED_NOTICE_DAYS * DAY_MS);
    return this.texts.unusedKey(key.address, key, new Date(endMs));
  }
}
