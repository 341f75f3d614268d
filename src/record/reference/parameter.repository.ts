import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import { Store, type Transaction } from '../../store/store.js';

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
  /** Of each list the latest, whenever it counts from. */
  readonly latest: readonly StoredVersion[];
  /** Of each list what is in force on the day. */
  readonly inForce: readonly StoredVersion[];
}

/** A version to be stored; `content` is the JSON array of its rows. */
export interface NewVersion extends VersionHead {
  readonly content: string;
}

const HEAD = 'list, version, valid_from AS "validFrom"';
/** Within a list a later version is never valid from an earlier day, so that the latest of those whose day has come is in force. */
const IN_FORCE = `FROM parameter_version WHERE valid_from <= $1 ORDER BY list, version DESC`;
const FIND_IN_FORCE = `SELECT DISTINCT ON (list) ${HEAD}, content ${IN_FORCE}`;

/** The versions of the reference lists. They lie in the gateway's schema, since both environments have the same; no row ever changes. */
@Injectable()
export class ParameterRepository {
  constructor(private readonly store: Store) {}

  /** What is in force on a day, without the lists of which only the file is. */
  findHeadsInForce(day: LocalDate): Promise<VersionHead[]> {
    return this.store.query<VersionHead>('gateway', `SELECT DISTINCT ON (list) ${HEAD} ${IN_FORCE}`, [day]);
  }

  findInForce(day: LocalDate): Promise<StoredVersion[]> {
    return this.store.query<StoredVersion>('gateway', FIND_IN_FORCE, [day]);
  }

  /** Does the work in one transaction, under the lock that keeps others from loading. */
  async load<T>(day: LocalDate, work: (stored: StoredVersions, insert: (version: NewVersion) => Promise<void>) => Promise<T>): Promise<T> {
    return this.store.transaction('gateway', async (tx) => {
      await tx.query('LOCK TABLE parameter_version IN SHARE ROW EXCLUSIVE MODE');
      const latest = `SELECT DISTINCT ON (list) ${HEAD}, content FROM parameter_version ORDER BY list, version DESC`;
      const stored = { latest: await tx.query<StoredVersion>(latest), inForce: await tx.query<StoredVersion>(FIND_IN_FORCE, [day]) };
      return work(stored, (version) => insert(tx, version));
    });
  }
}

async function insert(tx: Transaction, { list, version, validFrom, content }: NewVersion): Promise<void> {
  const values = [list, version, validFrom, content];
  await tx.query('INSERT INTO parameter_version (list, version, valid_from, content) VALUES ($1, $2, $3, $4::json)', values);
}
