import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerOperationGauges } from '../../src/http/operation-gauges.js';
import { FireApp } from '../support/fire-app.js';
import { isInstalled, runProgram } from '../support/program.js';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const METRIC = /\b(?:gateway|store|rate_limit)_[a-z_]+/g;
const SERIES_SUFFIX = /_(?:bucket|count|sum)$/;

it.each(['alerts.yml', 'grafana/calls.json', 'grafana/work.json'])('deploy/%s uses metrics that exist', async (file) => {
  const app = await FireApp.start();
  try {
    await registerOperationGauges(app.running.app);
    const metrics = await app.running.parts.metrics.text();
    const existing = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const text = await readFile(join(DEPLOY, file), 'utf8');
    const used = [...new Set((text.match(METRIC) ?? []).map((name) => (existing.has(name) ? name : name.replace(SERIES_SUFFIX, ''))))];
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !existing.has(name))).toEqual([]);
  } finally {
    await app.stop();
  }
});

const itWithPromtool = isInstalled('promtool', 'apt-get install prometheus') ? it : it.skip;

itWithPromtool('the alerting rules fire when they should', () => {
  expect(runProgram('promtool', ['test', 'rules', join(DEPLOY, 'alerts.test.yml')])).toContain('SUCCESS');
});
