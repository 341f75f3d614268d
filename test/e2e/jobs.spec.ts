import { readFile } from 'node:fs/promises';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { registerOperationGauges } from '../../src/http/operation-gauges.js';
import { type RunningApp, startApp } from '../support/app.js';

describe('the jobs of a process', () => {
  let running: RunningApp;
  let scheduler: Scheduler;

  beforeAll(async () => {
    running = await startApp();
    scheduler = running.app.get(Scheduler);
  });
  afterAll(() => running.stop());

  it('are those of docs/operation.md, with their intervals', async () => {
    const text = await readFile(new URL('../../docs/operation.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `([^`]+)` +\| (\S+) (s|min|h) +\|/gm)].map(([, name, number, unit]) => [name, `${number} ${unit}`]);
    const inUnits = (ms: number): string =>
      ms < 600_000 ? `${ms / 1000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
    expect(scheduler.jobs.map(({ name, everyMs }) => [name, inUnits(everyMs)]).toSorted()).toEqual(rows.toSorted());
  });

  it('have metrics: end and duration of the last run, and failures', async () => {
    await registerOperationGauges(running.app);
    const job = scheduler.jobs.find(({ name }) => name === 'delete old tokens');
    const labels = '{job="delete old tokens",place="gateway"}';
    const read = async (name: string): Promise<number | undefined> => {
      const line = (await running.parts.metrics.text()).split('\n').find((each) => each.startsWith(`${name}${labels} `));
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
    };
    expect([await read('gateway_job_failures_total'), await read('gateway_job_last_run_timestamp_seconds')]).toEqual([0, undefined]);
    const begunMs = Date.now();
    await job?.run('gateway');
    expect(await read('gateway_job_last_run_timestamp_seconds')).toBeGreaterThanOrEqual(begunMs / 1000);
    expect(await read('gateway_job_duration_seconds')).toBeGreaterThan(0);
    job?.reportFailure('gateway', new Error('no disk'));
    expect(await read('gateway_job_failures_total')).toBe(1);
  });

  it('have ended when the process has ended', async () => {
    await scheduler.beforeApplicationShutdown();
    const before = scheduler.jobs.flatMap(({ runs }) => runs);
    for (const job of scheduler.jobs) for (const place of job.places) await job.run(place);
    expect(scheduler.jobs.flatMap(({ runs }) => runs)).toEqual(before);
  });
});
