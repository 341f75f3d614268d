import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What may stay of the values of an erased application: a date is nothing but a date, and a code has the form of one. */
export class EraseFreeTextsWhole1763600009010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await replaceEraser(runner, {
      privateFields: '|description|ratecode',
      date: String.raw`^\d{4}-\d\d-\d\d(T[0-9:.]+Z?)?$`,
      code: `field ~* 'code$' AND content ~ '^[0-9A-Za-z-]{1,10}$'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceEraser(runner, { privateFields: '', date: String.raw`^\d{4}-\d\d-\d\d`, code: `field ~* 'code$'` });
  }
}

interface Kept {
  /** Fields that hold what somebody wrote, whatever its form. */
  readonly privateFields: string;
  readonly date: string;
  readonly code: string;
}

async function replaceEraser(runner: QueryRunner, { privateFields, date, code }: Kept): Promise<void> {
  // Codes, figures and the dates of the insurance stay; every other text, and what tells of a birth, goes.
  await runner.query(String.raw`
    CREATE OR REPLACE FUNCTION erase_values(value jsonb, field text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
    DECLARE
      content text := value #>> '{}';
      is_private boolean := field ~*
        'name|comment|owner|pawner|title|address|city|street|number|phone|mobile|mail|afm|amka|passport|plate|identity|birth${privateFields}';
    BEGIN
      RETURN CASE jsonb_typeof(value)
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, erase_values(item, key)), '{}') FROM jsonb_each(value) AS e(key, item))
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_values(item, field) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
        WHEN 'number' THEN CASE WHEN field ~* 'birth' THEN '1900'::jsonb ELSE value END
        WHEN 'string' THEN CASE
          WHEN field = 'afm' THEN '"000000000"'::jsonb
          WHEN content ~ '${date}' THEN CASE WHEN field ~* 'birth|identity|licence' THEN '"1900-01-01"'::jsonb ELSE value END
          WHEN NOT is_private AND (${code} OR content ~ '^[0-9A-Z]{1,4}( [0-9A-Z]{1,4})*$') THEN value
          ELSE '"—"'::jsonb END
        ELSE value END;
    END $$`);
}
