import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import { Config } from '../../../config/config.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { parseTariff, pickTariff, type Branch, type Tariff } from '../../../pricing/tariff.js';
import { branchFormats } from '../products/line-table.js';
import { loadTitles } from './tariff-titles.js';
import { TariffRepository } from './tariff.repository.js';

const TARIFF_DIR = join(PACKAGE_ROOT, 'tariffs');
/** Every node sells from a tariff that was loaded elsewhere within five seconds. */
const RELOAD_MS = 2_000;

/** Codes of which it can be asked whether they are known; a tariff is one. */
export type TariffCodes = Readonly<Record<'bundles' | 'covers' | 'discounts', { has(code: string): boolean }>>;

/**
 * The tariffs of each environment, parsed once and kept in memory. The files of `tariffs/` are loaded at the first start; a version that is
 * loaded already is never changed, a file that says otherwise stops the start. What `npm run tariff -- load` adds is noticed while running.
 */
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
        await this.repository.insert(environment, parseTariff(JSON.parse(text), branchFormats()), text);
      }
      await this.reload(environment);
    }
  }

  /** The tariff that prices a start date; undefined when none is valid then (-600). */
  pick(environment: Environment, branch: Branch, startDate: LocalDate): Tariff | undefined {
    return pickTariff(this.byEnvironment.get(environment) ?? [], branch, startDate);
  }

  all(environment: Environment, branch: Branch): readonly Tariff[] {
    return (this.byEnvironment.get(environment) ?? []).filter((tariff) => tariff.branch === branch);
  }

  /** The codes that any tariff of the branch knows, whatever its dates. A rule decides whether they are offered for a risk. */
  knownCodes(environment: Environment, branch: Branch): TariffCodes {
    const tariffs = this.all(environment, branch);
    const knownAs = (kind: keyof TariffCodes) => ({ has: (code: string) => tariffs.some((tariff) => tariff[kind].has(code)) });
    return { bundles: knownAs('bundles'), covers: knownAs('covers'), discounts: knownAs('discounts') };
  }

  /** One version of a tariff. */
  find(environment: Environment, code: string, version: number): Tariff | undefined {
    return this.byEnvironment.get(environment)?.find((tariff) => tariff.code === code && tariff.version === version);
  }

  /** Reads what was loaded since; what is known stays the same object, since responses are remembered by it. */
  private async reload(environment: Environment): Promise<void> {
    const known = this.byEnvironment.get(environment) ?? [];
    // Rows are only ever added: as many as before are the same as before.
    if ((await this.repository.countTariffs(environment)) === known.length) return;
    const read = (await this.repository.findContents(environment)).map((content) => parseTariff(content, branchFormats()));
    loadTitles(environment, read);
    const same = (tariff: Tariff): Tariff | undefined => known.find(({ code, version }) => code === tariff.code && version === tariff.version);
    this.byEnvironment.set(
      environment,
      read.map((tariff) => same(tariff) ?? tariff),
    );
  }
}
