import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Branch, Tariff } from '../../../pricing/tariff.js';
import { TariffEntity } from '../../../store/entities/reference.entity.js';
import { Store } from '../../../store/store.js';

interface TariffHead {
  readonly code: string;
  readonly version: number;
  readonly validFrom: LocalDate;
}

export class TariffChangedError extends Error {}

@Injectable()
export class TariffRepository {
  constructor(private readonly store: Store) {}

  countTariffs(environment: Environment): Promise<number> {
    return this.store.read(environment, (manager) => manager.count(TariffEntity));
  }

  async findContents(environment: Environment): Promise<unknown[]> {
    const order = { code: 'ASC', version: 'ASC' } as const;
    const tariffs = await this.store.read(environment, (manager) => manager.find(TariffEntity, { order }));
    return tariffs.map(({ content }) => content);
  }

  findHeads(environment: Environment, branch: Branch): Promise<TariffHead[]> {
    const select = { code: true, version: true, validFrom: true };
    const options = { select, where: { branch }, order: { validFrom: 'ASC', version: 'ASC' } } as const;
    return this.store.read(environment, (manager) => manager.find(TariffEntity, options));
  }

  async insert(environment: Environment, tariff: Tariff, text: string): Promise<boolean> {
    const { code, version } = tariff;
    const sha256 = createHash('sha256').update(text).digest();
    // Read first, so that a start needs no write.
    if (await this.isStored(environment, tariff, sha256)) return false;
    // The database parses the text, so that no number changes.
    const inserted = await this.store.query(
      environment,
      `INSERT INTO tariff (code, version, branch, valid_from, valid_to, content, sha256) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)
       ON CONFLICT (code, version) DO NOTHING RETURNING version`,
      [code, version, tariff.branch, tariff.validFrom, tariff.validTo, text, sha256],
    );
    return inserted.length > 0 || !(await this.isStored(environment, tariff, sha256));
  }

  private async isStored(environment: Environment, { code, version }: Tariff, sha256: Buffer): Promise<boolean> {
    const stored = await this.store.read(environment, (manager) => manager.findOneBy(TariffEntity, { code, version }));
    if (stored === null) return false;
    if (stored.sha256.equals(sha256)) return true;
    throw new TariffChangedError(`Tariff ${code} version ${version} is loaded already with other content: a change needs a new version.`);
  }
}
