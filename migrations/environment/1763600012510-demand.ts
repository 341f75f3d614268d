import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A statement that is sent with others, before anybody looks at its result, stops them by this when what it demands is not so. */
export class Demand1763600012510 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION demand(holds boolean, what text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF holds IS NOT TRUE THEN
          RAISE EXCEPTION USING ERRCODE = 'IG001', MESSAGE = what;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION demand(boolean, text)`);
  }
}
