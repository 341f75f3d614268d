import type { MigrationInterface } from 'typeorm';
import { CreateFunctions1763600000000 } from '../../migrations/1763600000000-create-functions.js';
import type { Schema } from './schema.js';

type MigrationClass = new () => MigrationInterface;

/**
 * A new migration is one import and one line here, at the end of its list. It runs on a connection whose search path is its schema, so it
 * names no schema; production and sandbox run the same list. Migrations that were released are never changed.
 */
const gatewayMigrations: readonly MigrationClass[] = [CreateFunctions1763600000000];

const environmentMigrations: readonly MigrationClass[] = [CreateFunctions1763600000000];

export function migrationsOf(schema: Schema): readonly MigrationClass[] {
  return schema === 'gateway' ? gatewayMigrations : environmentMigrations;
}
