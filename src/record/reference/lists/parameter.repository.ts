import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { LocalDate } from '../../../common/athens.js';
import { ParameterVersionEntity } from '../../../store/entities/parameter-version.entity.js';
import { Store, type Transaction } from '../../../store/store.js';

export interface VersionHead {
  readonly list: string;
  readonly version: number;
  readonly validFrom: LocalDate;
}

export interface StoredVersion extends VersionHead {
  readonly content: unknown;
}

/** What a new version is held against. */
export interface StoredVersions {
  /** The latest version of each list, whatever its first day. */
  readonly latest: readonly StoredVersion[];
  /** The version of each list that is in force on the day. */
  readonly inForce: readonly StoredVersion[];
}

/** A version to be stored; `content` is the JSON array of its rows. */
export interface NewVersion extends VersionHead {
  readonly content: string;
}

/** The versions of the reference lists. They lie in the gateway's schema, since both environments have the same; no row ever changes. */
@Injectable()
export class ParameterRepository {
  constructor(private readonly store: Store) {}

  /** What is in force on a day, without the lists of which only the file is. */
  findHeadsInForce(day: LocalDate): Promise<VersionHead[]> {
    const heads = ['version.list', 'version.version', 'version.validFrom'];
    return this.store.read('gateway', (manager) => inForce(manager, day).select(heads).getMany());
  }

  findInForce(day: LocalDate): Promise<StoredVersion[]> {
    return this.store.read('gateway', (manager) => inForce(manager, day).getMany());
  }

  /** Does the work in one transaction, under the lock that keeps others from loading. */
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

/** Within a list a later version is never valid from an earlier day, so that the latest of those whose day has come is in force. */
function inForce(manager: EntityManager, day: LocalDate): SelectQueryBuilder<ParameterVersionEntity> {
  return latest(manager).where('version.validFrom <= :day', { day });
}

/** SQL of our own: a list is stored as the text that it came in. */
async function insert(tx: Transaction, { list, version, validFrom, content }: NewVersion): Promise<void> {
  const values = [list, version, validFrom, content];
  await tx.query('INSERT INTO parameter_version (list, version, valid_from, content) VALUES ($1, $2, $3, $4::json)', values);
}
