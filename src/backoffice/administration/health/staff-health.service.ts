import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { Config } from '../../../config/config.js';
import { Readiness } from '../../../gateway/health/readiness.js';
import { ParameterRepository } from '../../../record/reference/lists/parameter.repository.js';
import { Store } from '../../../store/store.js';
import { EnvironmentHealthReader } from './environment-health.reader.js';
import { NodeHeartbeatScheduler } from './node-heartbeat.scheduler.js';
import type { DatabaseHealthResponse, HealthResponse, NodeResponse } from './staff-health.dto.js';

const DATABASE = `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size`;

@Injectable()
export class StaffHealthService {
  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly readiness: Readiness,
    private readonly environments: EnvironmentHealthReader,
    private readonly parameters: ParameterRepository,
    private readonly signs: NodeHeartbeatScheduler,
  ) {}

  async read(at: Date): Promise<HealthResponse> {
    const today = toLocalDate(at);
    const { status, reason = null } = await this.readiness.state();
    const [database, environments, heads, nodes] = await Promise.all([
      this.readDatabase(),
      Promise.all(this.config.environments.map((environment) => this.environments.read(environment, today))),
      this.parameters.findHeadsInForce(today),
      this.readNodes(),
    ]);
    const parameters = heads.map(({ list, version, validFrom }) => ({ list, version, validFrom }));
    const { version, startedAt } = this.signs.node;
    return { status, reason, version, startedAt: startedAt.toISOString(), nodes, database, environments, parameters };
  }

  private async readNodes(): Promise<NodeResponse[]> {
    const own = this.signs.node.id;
    return (await this.signs.list()).map(({ id, host, pid, version, startedAt, seenAt, isSilent }) => {
      const times = { startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() };
      return { host, pid, version, ...times, isSilent, isThis: id === own };
    });
  }

  private async readDatabase(): Promise<DatabaseHealthResponse> {
    const [row] = await this.store.query<Omit<DatabaseHealthResponse, 'pools'>>('gateway', DATABASE);
    if (row === undefined) throw new Error('A SELECT without FROM returned no row.');
    const pools = Object.entries(this.store.poolStatistics()).map(([schema, counts]) => ({ schema, ...counts }));
    return { ...row, pools };
  }
}
