import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import { Config } from '../../../config/config.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import type { Price } from '../../../pricing/price.js';
import { parseTariff, findTariff, type Branch, type Tariff } from '../../../pricing/tariff.js';
import { getBranchFormats } from '../products/line-table.js';
import { completeTariff } from './tariff-corrections.js';
import { loadTitles } from './tariff-titles.js';
import { TariffRepository } from './tariff.repository.js';

const TARIFF_DIR = join(PACKAGE_ROOT, 'tariffs');
const RELOAD_MS = 2_000;

export type TariffCodes = Readonly<Record<'bundles' | 'covers' | 'discounts', { has(code: string): boolean }>>;

/** The start loads new files of `tariffs/`, and fails for a changed one. */
@Injectable()
export class TariffService implements OnModuleInit {
  private readonly byEnvironment = new Map<Environment, readonly Tariff[]>();

  constructor(
    scheduler: Scheduler,
    private readonly repository: TariffRepository,
    private readonly config: Config,
  ) {
    scheduler.addToEnvironments({
      name: 'read tariffs',
      everyMs: RELOAD_MS,
      pass: (environment) => this.reload(environment),
    });
  }

  async onModuleInit(): Promise<void> {
    const files = readdirSync(TARIFF_DIR).filter((name) => name.endsWith('.json'));
    for (const environment of this.config.environments) {
      for (const file of files) {
        const text = readFileSync(join(TARIFF_DIR, file), 'utf8');
        await this.repository.insert(environment, parseTariff(JSON.parse(text), getBranchFormats()), text);
      }
      await this.reload(environment);
    }
  }

  /** Undefined when none is valid on the start date (-600). */
  pick(environment: Environment, branch: Branch, startDate: LocalDate): Tariff | undefined {
    return findTariff(this.byEnvironment.get(environment) ?? [], branch, startDate);
  }

  all(environment: Environment, branch: Branch): readonly Tariff[] {
    return (this.byEnvironment.get(environment) ?? []).filter((tariff) => tariff.branch === branch);
  }

  knownCodes(environment: Environment, branch: Branch): TariffCodes {
    const tariffs = this.all(environment, branch);
    const knownAs = (kind: keyof TariffCodes) => ({ has: (code: string) => tariffs.some((tariff) => tariff[kind].has(code)) });
    return { bundles: knownAs('bundles'), covers: knownAs('covers'), discounts: knownAs('discounts') };
  }

  find(environment: Environment, code: string, version: number): Tariff | undefined {
    return this.byEnvironment.get(environment)?.find((tariff) => tariff.code === code && tariff.version === version);
  }

  get(environment: Environment, { tariffCode, tariffVersion }: Pick<Price, 'tariffCode' | 'tariffVersion'>): Tariff {
    const tariff = this.find(environment, tariffCode, tariffVersion);
    if (!tariff) throw new Error(`tariff ${tariffCode} ${tariffVersion} is not loaded`);
    return tariff;
  }

  /** Known tariffs stay the same objects, which are keys of caches. */
  private async reload(environment: Environment): Promise<void> {
    const known = this.byEnvironment.get(environment) ?? [];
    // Rows are only added, so an equal number means no change.
    if ((await this.repository.countTariffs(environment)) === known.length) return;
    const read = (await this.repository.findContents(environment)).map((content) =>
      parseTariff(completeTariff(content), getBranchFormats()),
    );
    loadTitles(environment, read);
    const same = (tariff: Tariff): Tariff | undefined => known.find(({ code, version }) => code === tariff.code && version === tariff.version);
    this.byEnvironment.set(
      environment,
      read.map((tariff) => same(tariff) ?? tariff),
    );
  }
}
