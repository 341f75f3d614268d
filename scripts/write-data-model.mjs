// Writes docs/data-model.md from the entities: their metadata in the built program (npm run build first), and their comments in the source.
// usage: node scripts/write-data-model.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { table } from './markdown-table.mjs';
import { writeOrCheck } from './write-or-check.mjs';

const { dataSourceOptions, newDataSource } = await import('../dist/src/store/pools.js');
const FOLDER = fileURLToPath(new URL('../src/store/entities', import.meta.url));

const SCHEMAS = {
  gateway: ['Schema `gateway`', 'Keys, users, sessions and limits. There is one, for both environments.'],
  production: ['Schemas `production` and `sandbox`', "The insurer's record. Both environments have the same tables."],
};

/** What the comments say of each class: `{ text, columns }`. */
const comments = new Map(readdirSync(FOLDER).flatMap(commentsIn));

function commentsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).map((entity) => {
    if (!textOf(entity).includes('Written by: '))
      throw new Error(`The comment of ${entity.name.text} must say who writes it ("Written by: …").`);
    const columns = new Map(entity.members.map((member) => [member.name.text, textOf(member)]));
    return [entity.name.text, { text: textOf(entity), columns }];
  });
}

function textOf(node) {
  return (ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment) ?? '').replaceAll('\n', ' ');
}

const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;
const names = (columns) => columns.map(({ databaseName }) => code(databaseName)).join(', ');

function typeOf(column, { driver }) {
  const { precision, scale, isArray } = column;
  return `${driver.normalizeType(column)}${precision === undefined ? '' : `(${precision},${scale})`}${isArray ? '[]' : ''}`;
}

function defaultOf({ default: value, asExpression, isGenerated }) {
  if (asExpression) return `always ${code(asExpression)}`;
  if (isGenerated) return 'the next number';
  if (value === undefined) return '';
  return code(typeof value === 'function' ? value() : typeof value === 'string' ? value : JSON.stringify(value));
}

function rowOf(column, entity) {
  const key = entity.foreignKeys.find(({ columns }) => columns.includes(column));
  const target = key && `${key.referencedEntityMetadata.tableName}.${key.referencedColumns[key.columns.indexOf(column)].databaseName}`;
  const notes = [
    column.isPrimary ? 'primary key' : '',
    target ? `→ ${code(target)}` : '',
    comments.get(entity.name).columns.get(column.propertyName),
  ];
  return [
    code(column.databaseName),
    typeOf(column, entity.dataSource),
    column.isNullable ? 'yes' : '',
    defaultOf(column),
    notes.filter(Boolean).join('; '),
  ];
}

/** Columns of a base class come before those of the entity. */
function primaryFirst(columns) {
  return [...columns].sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
}

function sectionOf(entity) {
  const indexOf = ({ name, columns, isUnique, where }) =>
    `- ${isUnique ? 'unique index' : 'index'} ${code(name)}${columns.length > 0 ? `: ${names(columns)}` : ''}${where ? ` where ${code(where)}` : ''}`;
  const rules = [
    ...entity.uniques.map(({ name, columns }) => `- unique ${code(name)}: ${names(columns)}`),
    ...entity.indices.map(indexOf),
    ...entity.checks.map(({ name, expression }) => `- check ${code(name)}: ${code(expression)}`),
  ].sort();
  return [
    '',
    `### ${entity.tableName}`,
    '',
    comments.get(entity.name).text,
    '',
    ...table(
      ['Column', 'Type', 'Null', 'Default', 'Notes'],
      primaryFirst(entity.ownColumns).map((column) => rowOf(column, entity)),
    ),
    ...(rules.length > 0 ? ['', ...rules] : []),
  ];
}

async function tablesOf(schema) {
  const dataSource = newDataSource(dataSourceOptions('postgres://nowhere', schema));
  await dataSource.buildMetadatas();
  return dataSource.entityMetadatas.sort((one, other) => (one.tableName < other.tableName ? -1 : 1));
}

const parts = [];
let count = 0;
for (const [schema, [title, text]] of Object.entries(SCHEMAS)) {
  const entities = await tablesOf(schema);
  count += entities.length;
  parts.push('', `## ${title}`, '', text, ...entities.flatMap(sectionOf));
}

const text = [
  '# Data model',
  '',
  'Written from `src/store/entities` by `npm run data-model`; `npm run drift` compares the entities with what the migrations build. Triggers and',
  'functions stand in the migrations.',
  ...parts,
  '',
].join('\n');

writeOrCheck('docs/data-model.md', text, { command: 'npm run data-model', summary: `${count} tables` });
