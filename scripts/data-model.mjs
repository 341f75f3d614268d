import { table } from './markdown-table.mjs';

const SECTIONS = [
  { schema: 'gateway', title: 'Schema `gateway`', text: 'Keys, users, sessions and limits. There is one, for both environments.' },
  {
    schema: 'sandbox',
    title: 'Schemas `production` and `sandbox`',
    text: "The insurer's record. Both environments have the same tables; some indexes are in the sandbox alone, for the reset of an agent.",
  },
];

/** Selects tables with their columns and rules. Partitions are left out, because each day adds one. */
const TABLES = `
  SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS text, (
    SELECT json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT a.attnotnull, 'isIdentity', a.attidentity <> '',
      'isGenerated', a.attgenerated <> '', 'default', pg_get_expr(d.adbin, d.adrelid, true), 'text', col_description(c.oid, a.attnum),
      'isKey', EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)),
      'targets', ARRAY(
        SELECT f.confrelid::regclass || '.' || t.attname
        FROM pg_constraint f CROSS JOIN unnest(f.conkey, f.confkey) AS k(own, other) JOIN pg_attribute t ON t.attrelid = f.confrelid AND t.attnum = k.other
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND k.own = a.attnum ORDER BY f.conname)
    ) ORDER BY a.attnum)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns, ARRAY(
    SELECT json_build_object('name', conname, 'text', pg_get_constraintdef(oid, true)) FROM pg_constraint
    WHERE conrelid = c.oid AND contype IN ('c', 'u')
    UNION ALL SELECT json_build_object('name', i.indexrelid::regclass, 'text', pg_get_indexdef(i.indexrelid, 0, true)) FROM pg_index i
    WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u'))
  ) AS rules
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname COLLATE "C"`;

/** Renders docs/data-model.md from a migrated database. `query` returns rows and always uses one connection. */
export async function describeTables(query) {
  const parts = [];
  for (const { schema, title, text } of SECTIONS) {
    await query(`SET search_path = ${schema}, public`);
    parts.push('', `## ${title}`, '', text, ...(await query(TABLES)).flatMap(describeTable));
  }
  return [
    '# Data model',
    '',
    'Written from a migrated database by `npm run data-model`: the sentences are the comments of its tables and columns. `npm run drift` compares it, and the',
    'entities in `src/store/entities`, with what the migrations build. Triggers and functions are in the migrations.',
    ...parts,
    '',
  ].join('\n');
}

function describeTable({ name, text, columns, rules }) {
  if (!text?.includes('Written by: ')) throw new Error(`The comment of the table ${name} must say who writes it ("Written by: …").`);
  const lines = rules.map(describeRule).sort();
  return [
    '',
    `### ${name}`,
    '',
    text,
    '',
    ...table(['Column', 'Type', 'Null', 'Default', 'Notes'], columns.map(describeColumn)),
    ...(lines.length > 0 ? ['', ...lines] : []),
  ];
}

function describeColumn({ name, type, isNullable, isKey, targets, text, ...column }) {
  const notes = [isKey && 'primary key', ...targets.map((target) => `→ ${code(target)}`), text];
  return [code(name), type, isNullable ? 'yes' : '', describeDefault(column), notes.filter(Boolean).join('; ')];
}

function describeDefault({ default: value, isIdentity, isGenerated }) {
  if (isIdentity || value?.startsWith('nextval(')) return 'the next number';
  if (isGenerated) return `always ${code(plain(value))}`;
  return value === null ? '' : code(plain(value));
}

/** A constraint as `CHECK (…)` or `UNIQUE (…)`, an index from what it is on. */
function describeRule({ name, text }) {
  const [, unique = '', method, rest] = /^CREATE (UNIQUE )?INDEX .+? USING (\w+) (.+)$/.exec(text) ?? [];
  if (method === undefined) return `- ${code(name)}: ${code(plain(text))}`;
  return `- ${unique.toLowerCase()}index ${code(name)}: ${code(plain(method === 'btree' ? rest : `${method} ${rest}`))}`;
}

function code(text) {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** An expression without the types that Postgres adds to texts. */
function plain(expression) {
  return expression
    .replaceAll(/::text\b(?:\[\])?/g, '')
    .replaceAll(/ = ANY \(ARRAY\[(.*?)\]\)/g, ' IN ($1)')
    .replaceAll(/ <> ALL \(ARRAY\[(.*?)\]\)/g, ' NOT IN ($1)');
}
