import { Logger } from '@nestjs/common';
import type { RunStatement } from './schema-fit.js';

const CHECK_EVERY_MS = 2_000;
const READ_SETTINGS = `
  SELECT current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS standbys`;
/** Values with which a commit waits until a standby has it on its disk. */
const SAFE_COMMITS = ['on', 'remote_apply'];

interface ReplicationSettings {
  readonly commit: string;
  readonly standbys: string;
}

export class ReplicationWatch {
  private readonly logger = new Logger('Store');
  private timer: NodeJS.Timeout | undefined;
  private reason: string | null = null;

  constructor(private readonly run: RunStatement) {}

  get problem(): string | null {
    return this.reason;
  }

  async start(): Promise<void> {
    await this.check();
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    // While the database is away, the last reason stays.
    const [settings] = await this.run<ReplicationSettings>(READ_SETTINGS).catch(() => []);
    if (settings !== undefined) this.setReason(findReplicationProblem(settings));
  }

  private setReason(reason: string | null): void {
    if (reason === this.reason) return;
    this.reason = reason;
    if (reason === null) this.logger.log('Commits wait for a standby');
    else this.logger.error(`A failover may lose acknowledged data: ${reason}`);
  }
}

export function findReplicationProblem({ commit, standbys }: ReplicationSettings): string | null {
  if (standbys === '') return 'synchronous_standby_names is empty, so commits wait for no standby.';
  return SAFE_COMMITS.includes(commit) ? null : `synchronous_commit is ${commit}, so commits do not wait until a standby has stored them.`;
}
