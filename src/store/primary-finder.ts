import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { formatHosts, listHostUrls } from '../config/database-hosts.js';
import { isUnavailable } from './faults.js';
import { readSession, type Session } from './session.js';

const LOOK_EVERY_MS = 500;
const HOST_TIMEOUT_MS = 1_000;

export class NoPrimaryError extends Error {}

interface Primary {
  readonly url: string;
  readonly timeline: number;
}

/** A failover begins a new timeline, so a former primary is never used again (gateway.81). */
export class PrimaryFinder {
  private readonly logger = new Logger('Store');
  private readonly hostUrls: readonly string[];
  private primary: Primary;
  private looking: Promise<void> | null = null;
  private isClosed = false;

  constructor(
    url: string,
    private readonly onMove: () => void = () => undefined,
  ) {
    this.hostUrls = listHostUrls(url);
    this.primary = { url: this.hostUrls[0] ?? url, timeline: 0 };
  }

  get url(): string {
    return this.primary.url;
  }

  async find(): Promise<void> {
    if (this.hostUrls.length === 1) return;
    const found = await this.askHosts();
    const { url, timeline } = this.primary;
    this.primary = found;
    if (timeline === 0 || (found.url === url && found.timeline === timeline)) return;
    this.logger.warn(`The database's primary is now ${formatHosts(found.url)} (timeline ${found.timeline})`);
    this.onMove();
  }

  /** Looks for the primary until there is one, because a connection failed or takes no writes. */
  suspect(): void {
    if (this.hostUrls.length === 1 || this.isClosed) return;
    this.looking ??= this.findUntilThere().finally(() => (this.looking = null));
  }

  admit(session: Session): void {
    if (this.hostUrls.length === 1 || (!session.isStandby && session.timeline >= this.primary.timeline)) return;
    this.suspect();
    const reason = session.isStandby ? 'takes no writes' : `is on the former timeline ${session.timeline}`;
    throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(`The host ${formatHosts(this.url)} ${reason}.`) });
  }

  isOutdated(session: Session): boolean {
    return this.hostUrls.length > 1 && session.timeline < this.primary.timeline;
  }

  close(): void {
    this.isClosed = true;
  }

  private async findUntilThere(): Promise<void> {
    let isMissing = false;
    // The pause also limits how often failing connections repeat the look.
    for (let isFound = false; !isFound && !this.isClosed; await sleep(LOOK_EVERY_MS, undefined, { ref: false })) {
      isFound = await this.find().then(
        () => true,
        (error: Error) => {
          if (!isMissing) this.logger.error(`${error.message} Looking every ${LOOK_EVERY_MS} ms.`);
          isMissing = true;
          return false;
        },
      );
    }
  }

  private async askHosts(): Promise<Primary> {
    const answers = await Promise.allSettled(this.hostUrls.map(askHost));
    const sessions = answers.map((answer, index) => ({ url: this.hostUrls[index] ?? '', answer }));
    const [newest] = sessions
      .flatMap(({ url, answer }) => (answer.status === 'fulfilled' && !answer.value.isStandby ? { url, ...answer.value } : []))
      .toSorted((one, other) => other.timeline - one.timeline);
    if (newest !== undefined && newest.timeline >= this.primary.timeline) return { url: newest.url, timeline: newest.timeline };
    const refusal = answers.find((answer) => answer.status === 'rejected' && !isUnavailable(answer.reason));
    if (refusal?.status === 'rejected') throw refusal.reason;
    const states = sessions.map(({ url, answer }) => `${formatHosts(url)} ${describe(answer)}`).join('; ');
    throw new NoPrimaryError(`No host of the database takes writes: ${states}.`);
  }
}

async function askHost(url: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'insurance-gateway finder',
    connectionTimeoutMillis: HOST_TIMEOUT_MS,
    query_timeout: HOST_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readSession(client);
  } finally {
    // Not awaited, because a host that does not respond would delay it.
    void client.end().catch(() => undefined);
  }
}

function describe(answer: PromiseSettledResult<Session>): string {
  if (answer.status === 'rejected') return (answer.reason as Error).message || String((answer.reason as { code?: string }).code);
  return answer.value.isStandby ? 'is a standby' : `is on the former timeline ${answer.value.timeline}`;
}
