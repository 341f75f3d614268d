import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../src/store/export/manifest.js';
import { FireApp } from '../support/fire-app.js';
import { runCommand, type CommandResult } from '../support/program.js';
import { createTemporaryFolder } from '../support/temporary.js';

const TABLES = `
  SELECT format('%I.%s', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('gateway', 'production', 'sandbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

let app: FireApp;
let parent: string;
let folder: string;

beforeAll(async () => {
  app = await FireApp.start();
  parent = await createTemporaryFolder();
  folder = join(parent, 'out');
});
afterAll(() => app.stop());

const run = (...args: string[]): Promise<CommandResult> =>
  runCommand(['export', ...args], { DATABASE_URL: app.running.database.url, DATA_DIR: parent });
const verify = (): Promise<CommandResult> => run('verify', folder);
const readManifest = async (): Promise<Manifest> => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;

async function readRows(name: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(join(folder, `${name}.jsonl`), 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('has every row of every table as of one moment, while others write', async () => {
  const agent = (await app.createAgent()).production;
  const policy = await agent.insertIn('50');
  let isOver = false;
  const writes = (async () => {
    while (!isOver) await agent.insertIn('50');
  })();
  const result = await run(folder);
  isOver = true;
  await writes;
  const { tables } = await readManifest();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  expect(result).toEqual({ code: 0, out: `Written: ${rows} rows of ${tables.length} tables to ${folder}.\n`, err: '' });
  const names = (await app.query<{ name: string }>('production', TABLES)).map(({ name }) => name);
  expect(tables.map(({ schema, table }) => `${schema}.${table}`).sort()).toEqual(names.sort());
  for (const { file, rows: count, bytes } of tables) {
    expect(await readRows(file.replace('.jsonl', ''))).toHaveLength(count);
    const { mode, size } = await stat(join(folder, file));
    expect([mode & 0o777, size]).toEqual([0o600, bytes]);
  }
  const [stored] = await app.query<{ row: unknown }>('production', 'SELECT row_to_json(a) AS row FROM application a WHERE id = $1', [
    policy.id,
  ]);
  const applications = await readRows('production.application');
  expect(applications.find(({ id }) => id === policy.id)).toEqual(stored?.row);
  const ids = new Set(applications.map(({ id }) => id));
  const receipts = await readRows('production.receipt');
  expect(receipts.length).toBeGreaterThan(0);
  expect(receipts.filter((receipt) => !ids.has(receipt['application_id']))).toEqual([]);
});

it('is complete and unchanged when it is verified, and every file that is not is named', async () => {
  expect(await verify()).toEqual({ code: 0, out: 'The export is complete and unchanged.\n', err: '' });
  const file = (name: string): string => join(folder, name);
  const text = await readFile(file('production.application.jsonl'), 'utf8');
  await writeFile(file('production.application.jsonl'), text.replace('"status":"50"', '"status":"70"'));
  await appendFile(file('production.receipt.jsonl'), '{}\n');
  await rm(file('gateway.program.jsonl'));
  await writeFile(file('stray.txt'), '');
  const receipts = (await readManifest()).tables.find(({ file: name }) => name === 'production.receipt.jsonl')?.rows ?? 0;
  expect(await verify()).toEqual({
    code: 1,
    out: [
      'gateway.program.jsonl is missing.',
      'production.application.jsonl has changed since the export.',
      `production.receipt.jsonl has ${receipts + 1} rows instead of ${receipts}.`,
      'stray.txt is not part of the export.\n',
    ].join('\n'),
    err: '',
  });
});

it('does not write into a folder that has files, and is not verified without a manifest', async () => {
  const before = await readFile(join(folder, 'manifest.json'), 'utf8');
  expect(await run(folder)).toEqual({ code: 2, out: '', err: `${folder} has files. Choose an empty or a new folder.\n` });
  expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(before);
  await writeFile(join(folder, 'manifest.json'), '[]');
  expect(await verify()).toEqual({ code: 2, out: '', err: `${join(folder, 'manifest.json')} is not the manifest of an export.\n` });
  const { code, err } = await run('verify', join(parent, 'nowhere'));
  expect([code, err]).toEqual([2, expect.stringContaining('ENOENT')]);
  for (const args of [[], ['verify'], [folder, 'more'], ['verify', folder, 'more']]) {
    const refused = await run(...args);
    expect([args, refused.code, refused.err]).toEqual([args, 2, 'Usage: npm run export -- FOLDER, npm run export -- verify FOLDER\n']);
  }
});
