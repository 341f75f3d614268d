import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates programs with a key each, the first of them also with user-keys and tokens of the demo's agent; returns their
 * headers.
 */
export async function seedKeys(databaseUrl, { keys: keyCount, tokens: tokenCount }) {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=gateway,public' });
  await client.connect();
  const secrets = (count) => Array.from({ length: count }, () => randomBytes(20).toString('hex'));
  const hashes = (values) => values.map((value) => createHash('sha256').update(value).digest());
  const prefixes = (values) => values.map((value) => value.slice(0, 6));
  const [keys, userKeys, tokens] = [secrets(keyCount), secrets(tokenCount), secrets(tokenCount)];
  try {
    await client.query(
      `WITH p AS (INSERT INTO program (name, owner, created_at) SELECT 'Program ' || n, 'bench', now() FROM generate_series(1, $3) n RETURNING id),
            numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM p)
       INSERT INTO api_key (program_id, name, key_hash, prefix, status, services, environments, created_at, updated_at)
       SELECT p.id, 'bench', k.hash, k.prefix, 'active', d.services, d.environments, now(), now()
       FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS k (hash, prefix, n) JOIN numbered p USING (n),
            (SELECT services, environments FROM api_key WHERE name = 'demo' LIMIT 1) d`,
      [hashes(keys), prefixes(keys), keyCount],
    );
    await client.query(
      `WITH k AS (SELECT id, program_id, row_number() OVER (ORDER BY program_id) AS n FROM api_key WHERE name = 'bench' ORDER BY program_id LIMIT $4),
            u AS (SELECT id, agent_code FROM app_user WHERE email = 'agent@demo.example'),
            uk AS (INSERT INTO user_key (user_id, program_id, key_hash, prefix, created_at)
                   SELECT u.id, k.program_id, s.hash, s.prefix, now()
                   FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS s (hash, prefix, n) JOIN k USING (n), u RETURNING id, program_id)
       INSERT INTO token (token_hash, program_id, api_key_id, user_key_id, environment, agent_code, single_agent, issued_at, expires_at)
       SELECT t.hash, k.program_id, k.id, uk.id, 'production', u.agent_code, false, now(), now() + interval '1 day'
       FROM unnest($3::bytea[]) WITH ORDINALITY AS t (hash, n) JOIN k USING (n) JOIN uk ON uk.program_id = k.program_id, u`,
      [hashes(userKeys), prefixes(userKeys), hashes(tokens), tokenCount],
    );
    await client.query('VACUUM ANALYZE api_key, program, user_key, token');
  } finally {
    await client.end();
  }
  return tokens.map((token, index) => ({ 'X-Api-Key': keys[index], Authorization: `Bearer ${token}` }));
}
