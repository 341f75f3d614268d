import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEW_WHERE = `status IN ('50', '55')`;

/**
 * Policies in force by their end, with those that have an instalment unpaid; and applications by whoever else they name beside the client. Most name
 * nobody else and are in no index of it.
 */
export class FindPoliciesAndRoles1763600014300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await replaceEndIndex(runner, NEW_WHERE);
    // Every line calls the AFM of a person `afm`. A quote within a text is written \", so that no text looks like a field.
    await runner.query(`
      CREATE FUNCTION other_afms(questionnaire json, client_afm text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(DISTINCT found[1]) FROM regexp_matches(questionnaire::text, '"afm" ?: ?"([0-9]{9})"', 'g') AS found
        WHERE found[1] <> client_afm
      $$`);
    await runner.query(`
      CREATE INDEX application_other_afms_idx ON application USING gin (other_afms(questionnaire, client_afm))
      WHERE other_afms(questionnaire, client_afm) IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX application_other_afms_idx');
    await runner.query('DROP FUNCTION other_afms(json, text)');
    await replaceEndIndex(runner, `status = '50'`);
  }
}

/** An index more for the time being: what asks for the former rows is served by either. */
async function replaceEndIndex(runner: QueryRunner, where: string): Promise<void> {
  await runner.query(`CREATE INDEX application_end_date_new ON application (end_date) WHERE ${where}`);
  await runner.query('DROP INDEX application_end_date_idx');
  await runner.query('ALTER INDEX application_end_date_new RENAME TO application_end_date_idx');
}
