import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What takes the mentions of a person out of texts and of lists of texts. */
export class EraseMentions1763600007000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION erase_mentions(value text, pattern text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
      RETURN regexp_replace(value, pattern, '[erased]', 'g')`);
    // What stands with an AFM of its own is a person's own record, perhaps another's of the same house and telephone. Fields keep their order.
    await runner.query(`
      CREATE FUNCTION erase_mentions(value json, pattern text) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT SET search_path FROM CURRENT AS $$
      BEGIN
        RETURN CASE json_typeof(value)
          WHEN 'object' THEN CASE WHEN value -> 'afm' IS NOT NULL THEN value
            ELSE (SELECT coalesce(json_object_agg(key, erase_mentions(item, pattern) ORDER BY place), '{}')
              FROM json_each(value) WITH ORDINALITY AS e(key, item, place)) END
          WHEN 'array' THEN (SELECT coalesce(json_agg(erase_mentions(item, pattern) ORDER BY place), '[]')
            FROM json_array_elements(value) WITH ORDINALITY AS e(item, place))
          WHEN 'string' THEN to_json(erase_mentions(value #>> '{}', pattern))
          ELSE value END;
      END $$`);
    await runner.query(`
      CREATE FUNCTION erase_mentions(value jsonb, pattern text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT
      RETURN erase_mentions(value::json, pattern)::jsonb`);
    // A kept answer may be a file.
    await runner.query(`
      CREATE FUNCTION readable(content bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT SET search_path FROM CURRENT AS $$
      BEGIN
        RETURN convert_from(content, 'UTF8');
      EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
        RETURN '';
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP FUNCTION readable(bytea), erase_mentions(jsonb, text), erase_mentions(json, text), erase_mentions(text, text)`,
    );
  }
}
