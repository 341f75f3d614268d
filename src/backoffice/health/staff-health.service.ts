import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import { PACKAGE_ROOT } from '../../common/package-root.js';
import { Config } from '../../config/config.js';
import { Readiness } from '../../gateway/health/readiness.js';
import { LINE_CODES, lineRow } from '../../record/lines/line-table.js';
import { ParameterRepository } from '../../record/reference/parameter.repository.js';
import { TariffService } from '../../record/tariffs/tariff.service.js';
import { Store } from '../../store/store.js';
import { BehindReader } from './behind.reader.js';
import type { DatabaseHealthResponse, EnvironmentHealthResponse, HealthResponse, TariffInForceResponse } from './staff-health.dto.js';

const DATABASE = `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size`;

/** How the program is, for an administrator: what `/health/ready` and the metrics of the admin port know, in one call. */
@Injectable()
export class StaffHealthService {
  private readonly startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  private readonly version = (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly readiness: Readiness,
    private readonly behind: BehindReader,
    private readonly parameters: ParameterRepository,
    private readonly tariffs: TariffService,
  ) {}

  async read(at: Date): Promise<HealthResponse> {
    const today = toLocalDate(at);
    const { status, reason = null } = await this.readiness.state();
    const [database, environments, heads] = await Promise.all([
      this.readDatabase(),
      Promise.all(this.config.environments.map((environment) => this.readEnvironment(environment, today))),
      this.parameters.findHeadsInForce(today),
    ]);
    const parameters = heads.map(({ list, version, validFrom }) => ({ list, version, validFrom }));
    return { status, reason, version: this.version, startedAt: this.startedAt, database, environments, parameters };
  }

  private async readDatabase(): Promise<DatabaseHealthResponse> {
    const [row] = await this.store.query<Omit<DatabaseHealthResponse, 'pools'>>('gateway', DATABASE);
    if (row === undefined) throw new Error('A SELECT without FROM gave no row.');
    const pools = Object.entries(this.store.poolStatistics()).map(([schema, counts]) => ({ schema, ...counts }));
    return { ...row, pools };
  }

  private async readEnvironment(environment: Environment, today: LocalDate): Promise<EnvironmentHealthResponse> {
    return { environment, ...(await this.behind.read(environment)), tariffs: this.tariffsOf(environment, today) };
  }

  private tariffsOf(environment: Environment, today: LocalDate): TariffInForceResponse[] {
    return LINE_CODES.flatMap((line) => {
      const tariff = this.tariffs.pick(environment, lineRow(line).branch.code, today);
      return tariff === undefined ? [] : [{ line, code: tariff.code, version: tariff.version, validFrom: tariff.validFrom }];
    });
  }
}
