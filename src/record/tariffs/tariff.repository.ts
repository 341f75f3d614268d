import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { Environment } from '../../common/environment.js';
import type { Branch, Tariff } from '../../pricing/tariff.js';
import { Store } from '../../store/store.js';

export interface TariffHead {
  readonly code: string;
  readonly version: number;
  readonly validFrom: LocalDate;
}

/** A version is in the database already with other content. */
export class TariffChangedError extends Error {}

/** The tariffs of an environment as they were loaded; no row ever changes. */
@Injectable()
export class TariffRepository {
  constructor(private readonly store: Store) {}

  async countTariffs(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ count: number }>(environment, `SELECT count(*)::int AS count FROM tariff`);
    return row?.count ?? 0;
  }

  /** The files as JSON, by code and version. */
  async findContents(environment: Environment): Promise<unknown[]> {
    const rows = await this.store.query<{ content: unknown }>(environment, `SELECT content FROM tariff ORDER BY code, version`);
    return rows.map(({ content }) => content);
  }

  async findHeads(environment: Environment, branch: Branch): Promise<TariffHead[]> {
    const text = `SELECT code, version, valid_from AS "validFrom" FROM tariff WHERE branch = $1 ORDER BY valid_from, version`;
    return this.store.query<TariffHead>(environment, text, [branch]);
  }

  /**
   * Stores a tariff; false when exactly this file is there already.
   * @throws TariffChangedError when the version is there with other content
   */
  async insert(environment: Environment, tariff: Tariff, text: string): Promise<boolean> {
    const { code, version } = tariff;
    const sha256 = createHash('sha256').update(text).digest();
    const inserted = await this.store.query(
      environment,
      `INSERT INTO tariff (code, version, branch, valid_from, valid_to, content, sha256) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)
       ON CONFLICT (code, version) DO NOTHING RETURNING version`,
      [code, version, tariff.branch, tariff.validFrom, tariff.validTo, text, sha256],
    );
    if (inserted.length > 0) return true;
    const find = `SELECT sha256 FROM tariff WHERE code = $1 AND version = $2`;
    const [stored] = await this.store.query<{ sha256: Buffer }>(environment, find, [code, version]);
    if (stored?.sha256.equals(sha256)) return false;
    throw new TariffChangedError(`Tariff ${code} version ${version} is loaded already with other content: a change needs a new version.`);
  }
}
