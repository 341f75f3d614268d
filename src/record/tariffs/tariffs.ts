import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import { PACKAGE_ROOT } from '../../common/package-root.js';
import { Config } from '../../config/config.js';
import { parseTariff, pickTariff, type Branch, type Tariff } from '../../pricing/tariff.js';
import { Store } from '../../store/store.js';

const TARIFF_DIR = join(PACKAGE_ROOT, 'tariffs');

interface StoredTariff {
  readonly content: unknown;
}

/**
 * The tariffs of each environment, parsed once and kept in memory. The files of `tariffs/` are loaded at the first start; a version that is
 * loaded already is never changed, a file that says otherwise stops the start.
 */
@Injectable()
export class Tariffs implements OnModuleInit {
  private readonly byEnvironment = new Map<Environment, readonly Tariff[]>();

  constructor(
    private readonly store: Store,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const files = readdirSync(TARIFF_DIR).filter((name) => name.endsWith('.json'));
    for (const environment of this.config.environments) {
      for (const file of files) await this.load(environment, readFileSync(join(TARIFF_DIR, file), 'utf8'));
      const rows = await this.store.query<StoredTariff>(environment, `SELECT content FROM tariff ORDER BY code, version`);
      this.byEnvironment.set(
        environment,
        rows.map((row) => parseTariff(row.content)),
      );
    }
  }

  /** The tariff that prices a start date; undefined when none is valid then (-600). */
  pick(environment: Environment, branch: Branch, startDate: LocalDate): Tariff | undefined {
    return pickTariff(this.byEnvironment.get(environment) ?? [], branch, startDate);
  }

  all(environment: Environment, branch: Branch): readonly Tariff[] {
    return (this.byEnvironment.get(environment) ?? []).filter((tariff) => tariff.branch === branch);
  }

  /** Stores a tariff file unless that version is there already. */
  private async load(environment: Environment, text: string): Promise<void> {
    const tariff = parseTariff(JSON.parse(text));
    const sha256 = createHash('sha256').update(text).digest();
    await this.store.query(
      environment,
      `INSERT INTO tariff (code, version, branch, valid_from, valid_to, content, sha256) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)
       ON CONFLICT (code, version) DO NOTHING`,
      [tariff.code, tariff.version, tariff.branch, tariff.validFrom, tariff.validTo, text, sha256],
    );
    const [stored] = await this.store.query<{ sha256: Buffer }>(
      environment,
      `SELECT sha256 FROM tariff WHERE code = $1 AND version = $2`,
      [tariff.code, tariff.version],
    );
    if (!stored?.sha256.equals(sha256)) {
      throw new Error(`Tariff ${tariff.code} version ${tariff.version} is loaded already with other content: a change needs a new version.`);
    }
  }
}
