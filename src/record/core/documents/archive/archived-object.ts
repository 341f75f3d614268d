import type { Environment } from '../../../../common/environment.js';

/** A document whose bytes are an object of the object storage. */
export interface ArchivedObject {
  /** Id of the document. */
  readonly id: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export function buildKeyPrefix(environment: Environment): string {
  return `${environment}/documents/`;
}

/** Builds the key of an object. It contains the hash, so that writing it again never changes its bytes. */
export function buildObjectKey(environment: Environment, { id, sha256 }: ArchivedObject): string {
  return `${buildKeyPrefix(environment)}${id}-${sha256}`;
}
