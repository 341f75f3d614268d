import type { Environment } from '../../../../common/environment.js';

export interface ArchivedObject {
  readonly id: number;
  readonly sha256: string;
}

export function buildKeyPrefix(environment: Environment): string {
  return `${environment}/documents/`;
}

/** Contains the hash, so that writing it again never changes its bytes. */
export function buildObjectKey(environment: Environment, { id, sha256 }: ArchivedObject): string {
  return `${buildKeyPrefix(environment)}${id}-${sha256}`;
}
