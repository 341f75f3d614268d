import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../common/clock.js';
import { type MailAddress, formatMailbox } from '../common/mail-address.js';
import { Config } from '../config/config.js';
import { openMailTransport, type Mail } from './mail-transport.js';

const WAITS_BEFORE_TRIES_MS = [0, 2_000, 10_000];
const MAX_UNDER_WAY = 500;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NUMBER_DIGITS = 9;
/** Control characters and Unicode separators, which mail programs may treat as line breaks. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Writes to DATA_DIR/outbox without SMTP_URL and after three failures. A killed process loses unsent mails. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly logger = new Logger(Mailer.name);
  private readonly transport: Promise<Transporter> | null;
  private readonly outbox: string;
  private readonly underWay = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private outboxNumber = 0;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.transport = config.smtpUrl === null ? null : openMailTransport(config.smtpUrl);
    this.outbox = join(config.dataDir, 'outbox');
  }

  /** Does not wait for the server. Calls `sent` once the server or the outbox has the mail. */
  async send(mail: Mail, sent: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { transport } = this;
    if (transport === null || this.underWay.size >= MAX_UNDER_WAY) return this.writeToOutbox(mail).then(sent);
    this.track(this.deliver(transport, mail).then(sent)).catch((error: unknown) =>
      this.logger.error(`A mail could not be written to the outbox, or its row not deleted: ${getErrorCode(error)}`),
    );
  }

  async sendSurely(mail: Mail): Promise<void> {
    const { transport } = this;
    return transport === null || this.underWay.size >= MAX_UNDER_WAY ? this.writeToOutbox(mail) : this.track(this.deliver(transport, mail));
  }

  get underWayCount(): number {
    return this.underWay.size;
  }

  async outboxCount(): Promise<number> {
    const names = await readdir(this.outbox).catch(() => []);
    return names.filter((name) => name.endsWith('.eml')).length;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.settled();
    (await this.transport)?.close();
  }

  private async deliver(transport: Promise<Transporter>, mail: Mail): Promise<void> {
    for (const waitMs of WAITS_BEFORE_TRIES_MS) {
      try {
        await sleep(waitMs, undefined, { signal: this.ending.signal });
        await (await transport).sendMail({ from: this.config.mailFrom, ...mail });
        return;
      } catch (error) {
        if (this.ending.signal.aborted) break;
        // Only the code is logged, because the server's message may name the recipient.
        this.logger.warn(`The mail server refused a mail: ${getErrorCode(error)}`);
      }
    }
    await this.writeToOutbox(mail);
  }

  private track(delivery: Promise<void>): Promise<void> {
    const tracked = delivery.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
    return tracked;
  }

  /** Only the owner can read the file, because it contains a secret. Names ascend with time. */
  private async writeToOutbox(mail: Mail): Promise<void> {
    const now = this.clock.now();
    this.outboxNumber += 1;
    const name = `${now.toISOString().replaceAll(':', '')}-${String(this.outboxNumber).padStart(NUMBER_DIGITS, '0')}-${randomUUID()}`;
    await mkdir(this.outbox, { recursive: true, mode: FOLDER_MODE });
    const draft = join(this.outbox, `.${name}`);
    await writeFile(draft, toText(this.config.mailFrom, mail, now), { mode: FILE_MODE });
    await rename(draft, join(this.outbox, `${name}.eml`));
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function toText(from: MailAddress, { to, subject, text }: Mail, now: Date): string {
  const headers = {
    From: formatMailbox(from),
    To: formatMailbox(to),
    Subject: subject,
    Date: now.toUTCString(),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(LINE_BREAKS, ' ')}`);
  return `${lines.join('\n')}\n\n${text}\n`;
}
