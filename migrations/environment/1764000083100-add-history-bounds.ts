import type { MigrationInterface, QueryRunner } from 'typeorm';
import { HISTORY_TABLES, nameBoundCheck } from '../history-blocks.js';

/**
 * Bounds the history of applications by the end of its first block, a multiple of five million. Nodes of the previous
 * version may insert a million applications before the history is divided.
 */
export class AddHistoryBounds1764000083100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query(`
      SELECT ((greatest(last_value, (SELECT max(id) FROM application)) + 999999) / 5000000 + 1) * 5000000 + 1 AS end FROM application_id_seq`)) as {
      end: number;
    }[];
    // Without reading the rows, which the next migration does while others write.
    for (const table of HISTORY_TABLES)
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${nameBoundCheck(table)} CHECK (application_id < ${row?.end}) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of HISTORY_TABLES) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${nameBoundCheck(table)}`);
  }
}
