import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readBodies } from './bodies.mjs';
import { CONNECTIONS, findTooShort, measureRounds, sideOf } from './measure.mjs';
import { authorize, databaseUrlOf, postgresPidOf, startProduct } from './product.mjs';
import { seed } from './seed.mjs';
import { forkHelper, here, settledMb, stop } from './servers.mjs';

const ROOT = here('../..');
const SIDES = ['here', 'there'];
// Tax number of a person who is not part of the load.
const AFM = '123456783';

/**
 * Compares the product of this checkout (`here`) with another one (`there`), each on its own database, loaded in turns
 * with the same bodies. `compare` names the commit of the other one, null the same; `variables` are set `here` only.
 * Requests that the other one refuses are left out and named.
 */
export async function compare(cases, { compare: name, variables, pairs, seconds, folder, newDatabase }) {
  const commit = git('rev-parse', '--short', '--verify', `${name ?? 'HEAD'}^{commit}`);
  const other = name === null ? ROOT : join(folder, 'commit');
  if (name !== null) build(commit, other);
  const sides = [];
  for (const [side, root] of Object.entries({ here: ROOT, there: other }))
    sides.push({
      side,
      root,
      dataDir: join(folder, side),
      databaseUrl: await newDatabase(),
      logFile: join(folder, `${side}.log`),
      variables: side === 'here' ? variables : {},
    });
  const { products, starts } = await startInTurns(sides, pairs);
  const measured = await measureCases(cases, products, { pairs, seconds });
  const [ours, others] = await Promise.all(SIDES.map((side) => settledMb(products[side].child)));
  const rows = [...starts, { name: 'memory, settled after load', unit: 'MB', pairs: [{ here: ours, there: others }] }];
  return { node: process.version, pairs, seconds, commit, ...measured, process: rows };
}

/**
 * Builds the files of the commit, with the packages of this checkout if the lock files are equal. The folder is not a
 * Git worktree, so that it can simply be deleted.
 */
function build(commit, folder) {
  process.stderr.write(`building ${commit} …\n`);
  mkdirSync(folder);
  git('archive', '--output', `${folder}.tar`, commit);
  execFileSync('tar', ['-xf', `${folder}.tar`, '-C', folder]);
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  const run = (...words) => execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('ci', '--no-audit', '--no-fund');
  // The installation may have built it already.
  if (!existsSync(join(folder, 'dist/src/main.js'))) run('run', 'build');
}

/** Starts both sides alternately. The last start of each continues to run. */
async function startInTurns(sides, pairs) {
  const products = {};
  const first = {};
  for (const settings of sides) {
    process.stderr.write(`starting ${settings.side} …\n`);
    const product = await startProduct(settings);
    first[settings.side] = product.seconds;
    await stop(product.child);
  }
  const next = [];
  const idle = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [start, memory] = [{}, {}];
    for (const settings of pair % 2 === 0 ? sides : sides.toReversed()) {
      if (pair > 0) await stop(products[settings.side].child);
      const product = await startProduct(settings);
      start[settings.side] = product.seconds;
      memory[settings.side] = await settledMb(product.child);
      products[settings.side] = { ...product, databaseUrl: settings.databaseUrl ?? databaseUrlOf(product) };
    }
    next.push(start);
    idle.push(memory);
  }
  const starts = [
    { name: 'first start', unit: 's', pairs: [first] },
    { name: 'next start', unit: 's', pairs: next },
    { name: 'memory, settled idle', unit: 'MB', pairs: idle },
  ];
  return { products, starts };
}

async function measureCases(cases, products, rounds) {
  const bodies = readBodies();
  const servers = {};
  for (const side of SIDES) {
    process.stderr.write(`filling ${side} …\n`);
    const product = products[side];
    const headers = await authorize(product);
    const { ids } = await seed({ ...product, headers, bodies, hasBaselines: false });
    servers[side] = { ...product, headers, ids, postgresPid: postgresPidOf(product), allocates: true };
  }
  const { child: load } = await forkHelper('./load.mjs', null);
  const [measured, leftOut, tooShort] = [[], [], []];
  for (const { name, request, connections = CONNECTIONS } of cases) {
    process.stderr.write(`${name} …\n`);
    const sides = SIDES.map((side) => sideOf({ name: side, request }, servers[side], { bodies, ids: {} }));
    try {
      const reason = await firstRefusal(sides);
      if (reason !== null) {
        leftOut.push({ name, reason });
        continue;
      }
      const loaded = await measureRounds(load, sides, { ...rounds, connections });
      measured.push({ name, ...loaded });
      tooShort.push(findTooShort(name, loaded.rounds, rounds.seconds) ?? []);
    } catch (error) {
      // The other cases can still be measured.
      leftOut.push({ name, reason: error.message });
      process.exitCode = 1;
    }
  }
  return { cases: measured, leftOut, tooShort: tooShort.flat() };
}

/** Returns the first refusal of the request; null if both sides accept it. */
async function firstRefusal(sides) {
  for (const { name, url, ids, request } of sides) {
    const { method, path, headers, body, file } = request;
    if (path.includes('{id}') && ids.length === 0) return `${name} has no application for it`;
    const sent = file
      ? { headers: { ...headers, 'Content-Type': file }, body: '%PDF-1.7\n' }
      : { headers, body: body?.replaceAll('{afm}', AFM) };
    const response = await fetch(url + path.replace('{id}', ids[0]), { method, ...sent });
    await response.text();
    if (!response.ok) return `${name} answers ${response.status}`;
  }
  return null;
}

function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
