import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../../common/clock.js';
import { Config } from '../../../config/config.js';
import type { Mail } from './mail.js';
import { leaveInOutbox } from './outbox.js';

const WAITS_BEFORE_TRIES_MS = [0, 2_000, 10_000];
const MAX_UNDER_WAY = 500;
const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 2;

/**
 * Sends mails through SMTP_URL; without it, and for those that the server does not take after three tries, leaves them as files in
 * DATA_DIR/outbox. No call waits for a mail server. What is on its way when the process is killed is lost, but for what `sendSurely` was asked for.
 */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly logger = new Logger(Mailer.name);
  private readonly transport: Promise<Transporter> | null;
  private readonly outbox: string;
  private readonly underWay = new Set<Promise<void>>();
  private readonly ending = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.transport = config.smtpUrl === null ? null : open(config.smtpUrl);
    this.outbox = join(config.dataDir, 'outbox');
  }

  /** Resolves when the mail is in the outbox, or on its way to the server. */
  async send(mail: Mail): Promise<void> {
    const { transport } = this;
    if (transport === null || this.underWay.size >= MAX_UNDER_WAY) return this.leave(mail);
    this.track(this.deliver(transport, mail)).catch((error: unknown) =>
      this.logger.error(`A mail is lost, it could not be written to the outbox: ${codeOf(error)}`),
    );
  }

  /** Resolves when the server has the mail, or the outbox: whoever asks, asks again when that was not heard. Fails when neither takes it. */
  async sendSurely(mail: Mail): Promise<void> {
    const { transport } = this;
    return transport === null || this.underWay.size >= MAX_UNDER_WAY ? this.leave(mail) : this.track(this.deliver(transport, mail));
  }

  get underWayCount(): number {
    return this.underWay.size;
  }

  /** Mails that are still in the outbox. */
  async outboxCount(): Promise<number> {
    const names = await readdir(this.outbox).catch(() => []);
    return names.filter((name) => name.endsWith('.eml')).length;
  }

  /** Resolves when no mail is under way. */
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
        // The message of a mail server may name the person.
        this.logger.warn(`The mail server did not take a mail: ${codeOf(error)}`);
      }
    }
    await this.leave(mail);
  }

  private track(delivery: Promise<void>): Promise<void> {
    const tracked = delivery.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
    return tracked;
  }

  private leave(mail: Mail): Promise<void> {
    return leaveInOutbox(this.outbox, this.config.mailFrom, mail, this.clock.now());
  }
}

/** Loaded only where there is a mail server. */
async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
