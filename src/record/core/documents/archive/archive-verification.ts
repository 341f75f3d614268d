import { createHash } from 'node:crypto';
import type { Environment } from '../../../../common/environment.js';
import { buildKeyPrefix, buildObjectKey, type ArchivedObject } from './archived-object.js';
import type { ObjectStorage } from './object-storage.js';

const BATCH = 500;
const LANES = 8;

export type Query = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

const LIST_STORED = `
  SELECT document_id AS id, encode(sha256, 'hex') AS sha256 FROM document_object WHERE state = 'stored' AND document_id > $1
  ORDER BY document_id LIMIT ${BATCH}`;
const LIST_LATER_STORED = `SELECT document_id AS id FROM document_object WHERE state = 'stored' AND document_id = ANY ($1) ORDER BY document_id`;
const LIST_KNOWN = `
  SELECT $2::text || document_id || '-' || encode(sha256, 'hex') AS key FROM document_object WHERE document_id = ANY ($1)`;

export async function* verifyArchive(query: Query, storage: ObjectStorage, environment: Environment): AsyncGenerator<string, void> {
  yield* findMissingAndWrong(query, storage, environment);
  yield* findOrphaned(query, storage, environment);
}

async function* findMissingAndWrong(query: Query, storage: ObjectStorage, environment: Environment): AsyncGenerator<string, void> {
  let after = 0;
  for (;;) {
    const objects = (await query<{ id: string; sha256: string }>(LIST_STORED, [after])).map(({ id, sha256 }) => ({
      id: Number(id),
      sha256,
    }));
    const last = objects.at(-1);
    if (last === undefined) return;
    after = last.id;
    const faults = new Map<number, string>();
    for (let from = 0; from < objects.length; from += LANES)
      await Promise.all(
        objects.slice(from, from + LANES).map(async (object) => {
          const fault = await findFault(storage, buildObjectKey(environment, object), object);
          if (fault !== null) faults.set(object.id, fault);
        }),
      );
    // A document may have been deleted since the list was read.
    const later = await query<{ id: string }>(LIST_LATER_STORED, [[...faults.keys()]]);
    for (const { id } of later) yield `${environment}: document ${id} is ${faults.get(Number(id))}`;
  }
}

async function findFault(storage: ObjectStorage, key: string, { sha256 }: ArchivedObject): Promise<string | null> {
  const content = await storage.find(key);
  if (content === null) return `missing (${key})`;
  return createHash('sha256').update(content).digest('hex') === sha256 ? null : `wrong (${key})`;
}

async function* findOrphaned(query: Query, storage: ObjectStorage, environment: Environment): AsyncGenerator<string, void> {
  const prefix = buildKeyPrefix(environment);
  for await (const keys of storage.list(prefix)) {
    const ids = keys.map((key) => Number(/^(\d{1,15})-/.exec(key.slice(prefix.length))?.[1] ?? 0));
    const known = new Set((await query<{ key: string }>(LIST_KNOWN, [ids, prefix])).map(({ key }) => key));
    for (const key of keys)
      // An object may have been deleted since the list was read.
      if (!known.has(key) && (await storage.find(key)) !== null) yield `${environment}: the object ${key} is orphaned`;
  }
}
