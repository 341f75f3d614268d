import type { MigrationInterface, QueryRunner } from 'typeorm';
import { HISTORY_TABLES, nameBoundCheck } from '../history-blocks.js';

/** Reads the history of applications once, while others write, so that its division needs no reading. */
export class ValidateHistoryBounds1764000083200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of HISTORY_TABLES) await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${nameBoundCheck(table)}`);
  }

  async down(): Promise<void> {
    // A valid constraint needs no undoing.
  }
}
