import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An agent's applications of a line, newest first, with the names of their clients: a search by part of a name that many have reads the index
 * alone. The trigrams of all agents' names stay for a part that few have.
 */
export class SearchNewestByName1763600013020 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'INCLUDE (client_search)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, '');
  }
}

/** Reads wait only while the names are exchanged. A name is 200 letters at most, so that an entry fits on its page. */
async function replaceIndex(runner: QueryRunner, included: string): Promise<void> {
  await runner.query(`CREATE INDEX application_agent_code_line_id_new ON application (agent_code, line, id DESC) ${included}`);
  await runner.query('DROP INDEX application_agent_code_line_id_idx');
  await runner.query('ALTER INDEX application_agent_code_line_id_new RENAME TO application_agent_code_line_id_idx');
}
