import { Clock } from '../common/clock.js';
import { Job, type JobOptions } from './job.js';

class SetClock extends Clock {
  now(): Date {
    return new Date('2026-11-20T10:00:00Z');
  }
}

class Passes {
  readonly begun: string[] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  begin(place: string): Promise<void> {
    this.begun.push(place);
    return new Promise((resolve, reject) => this.ends.push((error) => (error ? reject(error) : resolve())));
  }

  end(error?: Error): void {
    this.ends.shift()?.(error);
  }
}

describe('Job', () => {
  let lines: string[];
  let failures: string[];
  const jobOf = (changes: Partial<JobOptions<string>>): Job => {
    const options = { name: 'sweep the yard', everyMs: 500, places: ['north', 'south'], pass: () => Promise.resolve(), ...changes };
    const logger = {
      log: (line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(line),
    };
    return new Job(options, new SetClock(), logger, (place) => failures.push(place));
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    lines = [];
    failures = [];
  });

  it('runs in each place after each interval until it is stopped', async () => {
    const seen: string[] = [];
    let job: Job | undefined;
    await new Promise<void>((resolve) => {
      job = jobOf({
        everyMs: 1,
        pass: (place) => {
          if (seen.push(place) === 6) resolve();
          return Promise.resolve();
        },
      });
      job.start();
      job.start();
    });
    expect(new Set(seen)).toEqual(new Set(['north', 'south']));
    await job?.stop();
    const count = seen.length;
    await job?.run('north');
    expect(seen).toHaveLength(count);
  });

  it('passes the time of the clock to the work', async () => {
    const moments: Date[] = [];
    const job = jobOf({ pass: (_, { at }) => Promise.resolve(moments.push(at)) });
    await job.run('north');
    expect(moments).toEqual([new SetClock().now()]);
  });

  it('runs one pass at a time per place, and one more when requested during a pass', async () => {
    const passes = new Passes();
    const job = jobOf({ pass: (place) => passes.begin(place) });
    const ended = job.run('north');
    await settle();
    void job.run('north');
    void job.run('north');
    void job.run('south');
    await settle();
    expect(passes.begun).toEqual(['north', 'south']);
    passes.end();
    await settle();
    expect(passes.begun).toEqual(['north', 'south', 'north']);
    passes.end();
    passes.end();
    await ended;
    expect(passes.begun).toHaveLength(3);
  });

  it('logs the first failure of a period and its end, and counts all failures', async () => {
    const errors = [new Error('rain'), new Error('snow'), null, new Error('wind')];
    const job = jobOf({
      pauseMs: 4000,
      pass: () => {
        const error = errors.shift();
        return error ? Promise.reject(error) : Promise.resolve();
      },
    });
    for (let pass = 0; pass < 4; pass += 1) await job.run('north');
    expect(lines).toEqual([
      'The job "sweep the yard" failed in north: rain. The next pass is within 4 s; further failures are not logged.',
      'The job "sweep the yard" works again in north, after 2 failures.',
      'The job "sweep the yard" failed in north: wind. The next pass is within 4 s; further failures are not logged.',
    ]);
    expect(failures).toEqual(['north', 'north', 'north']);
  });

  it('delays the timer after a failure, but not a requested pass', async () => {
    let passes = 0;
    const job = jobOf({
      everyMs: 1,
      pauseMs: 60_000,
      places: ['north'],
      pass: () => Promise.reject(new Error(String((passes += 1)))),
    });
    await job.run('north');
    job.start();
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(passes).toBe(1);
    await job.run('north');
    expect(passes).toBe(2);
    await job.stop();
  });

  it('aborts a running pass when it is stopped, and waits for its end', async () => {
    const passes = new Passes();
    const signals: AbortSignal[] = [];
    const job = jobOf({ pass: (place, { signal }) => (signals.push(signal), passes.begin(place)) });
    void job.run('north');
    await settle();
    void job.run('north');
    let isStopped = false;
    const stopping = job.stop().then(() => (isStopped = true));
    await settle();
    expect([signals.map(({ aborted }) => aborted), isStopped]).toEqual([[true], false]);
    passes.end();
    await stopping;
    expect(passes.begun).toEqual(['north']);
  });

  it('remembers the last run of each place', async () => {
    const job = jobOf({});
    expect(job.runs).toEqual([]);
    await job.run('south');
    const [run] = job.runs;
    expect(run).toMatchObject({ place: 'south', endedAt: new SetClock().now() });
    expect(run?.durationMs).toBeGreaterThanOrEqual(0);
  });
});
