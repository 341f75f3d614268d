import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { LocalDate } from '../../../common/athens.js';
import { ParameterVersionEntity } from '../../../store/entities/reference.entity.js';
import { Store, type Transaction } from '../../../store/store.js';

export interface VersionHead {
  readonly list: string;
  readonly version: number;
  readonly validFrom: LocalDate;
}

export interface StoredVersion extends VersionHead {
  readonly content: unknown;
}

interface StoredVersions {
  readonly latest: readonly StoredVersion[];
  readonly inForce: readonly StoredVersion[];
}

interface NewVersion extends VersionHead {
  readonly content: string;
}

@Injectable()
export class ParameterRepository {
  constructor(private readonly store: Store) {}

  findHeadsInForce(day: LocalDate): Promise<VersionHead[]> {
    const heads = ['version.list', 'version.version', 'version.validFrom'];
    return this.store.read('gateway', (manager) => inForce(manager, day).select(heads).getMany());
  }

  findInForce(day: LocalDate): Promise<StoredVersion[]> {
    return this.store.read('gateway', (manager) => inForce(manager, day).getMany());
  }

  async load<T>(day: LocalDate, work: (stored: StoredVersions, insert: (version: NewVersion) => Promise<void>) => Promise<T>): Promise<T> {
    return this.store.transaction('gateway', async (tx) => {
      await tx.query('LOCK TABLE parameter_version IN SHARE ROW EXCLUSIVE MODE');
      const stored = { latest: await latest(tx.manager).getMany(), inForce: await inForce(tx.manager, day).getMany() };
      return work(stored, (version) => insert(tx, version));
    });
  }
}

function latest(manager: EntityManager): SelectQueryBuilder<ParameterVersionEntity> {
  const versions = manager.createQueryBuilder(ParameterVersionEntity, 'version').distinctOn(['version.list']);
  return versions.orderBy('version.list').addOrderBy('version.version', 'DESC');
}

/** A later version is never valid from an earlier day. */
function inForce(manager: EntityManager, day: LocalDate): SelectQueryBuilder<ParameterVersionEntity> {
  return latest(manager).where('version.validFrom <= :day', { day });
}

/** Plain SQL, because a list is stored as the text that it came in. */
async function insert(tx: Transaction, { list, version, validFrom, content }: NewVersion): Promise<void> {
  const values = [list, version, validFrom, content];
  await tx.query('INSERT INTO parameter_version (list, version, valid_from, content) VALUES ($1, $2, $3, $4::json)', values);
}
