import { jest } from '@jest/globals';
import { ErrorCode } from '../error-codes.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

type Task = { do: 'echo' | 'raise' | 'crash' | 'exit' | 'hang' | 'eat' | 'wait'; value?: unknown };
type Result = { value: unknown; threadId: number };

const WORKER = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task.do === 'crash') setImmediate(() => { throw new Error('out of order'); });
    else if (task.do === 'exit') process.exit(3);
    else if (task.do === 'hang') for (;;);
    else if (task.do === 'eat') { const eaten = []; for (;;) eaten.push(new Array(100_000).fill(eaten.length)); }
    else if (task.do === 'wait') Atomics.wait(new Int32Array(task.value), 0, 0);
    if (task.do === 'raise') parentPort.postMessage({ ok: false, message: 'the task is wrong' });
    if (task.do === 'echo' || task.do === 'wait') parentPort.postMessage({ ok: true, result: { value: task.value, threadId } });
  });`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
const UNAVAILABLE = { code: ErrorCode.UNAVAILABLE };
const openHandles = (): string[] => process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name));

jest.setTimeout(30_000);

describe('WorkerPool', () => {
  let pool: WorkerPool<Task, Result>;
  const limits = { taskLimitMs: 20_000, idleLimitMs: 60_000, maxHeapMb: 64 };
  const openPool = (changes: Partial<WorkerPoolOptions> = {}): WorkerPool<Task, Result> =>
    (pool = new WorkerPool({ entry, workers: 1, ...limits, ...changes }));
  const echo = async (value: unknown): Promise<unknown> => (await pool.run({ do: 'echo', value })).value;
  const occupy = (): { done: Promise<Result>; release: () => void } => {
    const gate = new SharedArrayBuffer(4);
    const release = (): void => {
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
    };
    return { done: pool.run({ do: 'wait', value: gate }), release };
  };
  afterEach(() => pool.close());

  it('starts no worker before the first task', async () => {
    openPool();
    expect(pool.workerCount).toBe(0);
    await expect(echo('first')).resolves.toBe('first');
    expect(pool.workerCount).toBe(1);
  });

  it('runs tasks outside the main thread', async () => {
    openPool();
    expect((await pool.run({ do: 'echo' })).threadId).not.toBe(0);
  });

  it('gives each task its own result', async () => {
    openPool({ workers: 4 });
    await expect(Promise.all([1, 2, 3, 4].map(echo))).resolves.toEqual([1, 2, 3, 4]);
    expect(pool.workerCount).toBe(4);
  });

  it('reuses an idle worker instead of starting another', async () => {
    openPool({ workers: 2 });
    const threads = [(await pool.run({ do: 'echo' })).threadId, (await pool.run({ do: 'echo' })).threadId];
    expect(threads[0]).toBe(threads[1]);
    expect(pool.workerCount).toBe(1);
  });

  it('fails a task that throws an error, and keeps the worker', async () => {
    openPool();
    const { threadId } = await pool.run({ do: 'echo' });
    await expect(pool.run({ do: 'raise' })).rejects.toThrow('the task is wrong');
    expect((await pool.run({ do: 'echo' })).threadId).toBe(threadId);
  });

  it('fails a task that cannot be sent to a thread, and keeps the worker', async () => {
    openPool();
    await expect(pool.run({ do: 'echo', value: () => 'a function' })).rejects.toThrow('could not be cloned');
    await expect(echo('next')).resolves.toBe('next');
    expect(pool.workerCount).toBe(1);
  });

  it.each(['crash', 'exit', 'eat'] as const)('fails the task whose worker ends by %s, and runs the next one in another', async (fate) => {
    openPool();
    const { threadId } = await pool.run({ do: 'echo' });
    await expect(pool.run({ do: fate })).rejects.toMatchObject(UNAVAILABLE);
    expect((await pool.run({ do: 'echo' })).threadId).not.toBe(threadId);
    expect(pool.workerCount).toBe(1);
  });

  it('ends a worker that exceeds the time limit, and runs the next task in another', async () => {
    openPool({ taskLimitMs: 4_000 });
    await expect(pool.run({ do: 'hang' })).rejects.toMatchObject(UNAVAILABLE);
    await expect(echo('next')).resolves.toBe('next');
  });

  it('refuses a task when every worker is busy, and continues afterwards', async () => {
    openPool();
    const { done, release } = occupy();
    await expect(echo(1)).rejects.toMatchObject(UNAVAILABLE);
    release();
    await done;
    await expect(echo(2)).resolves.toBe(2);
  });

  it('ends a worker after the idle limit, and starts one again when needed', async () => {
    openPool({ idleLimitMs: 20 });
    await echo('once');
    while (pool.workerCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(echo('again')).resolves.toBe('again');
  });

  it('keeps the process alive for a task but not for an idle worker', async () => {
    openPool();
    const before = openHandles().length;
    const { done, release } = occupy();
    expect(openHandles().length).toBeGreaterThan(before);
    release();
    await done;
    expect(pool.workerCount).toBe(1);
    expect(openHandles()).toHaveLength(before);
  });

  it('refuses running and later tasks when it closes, and leaves no worker', async () => {
    openPool();
    const task = expect(pool.run({ do: 'hang' })).rejects.toMatchObject(UNAVAILABLE);
    await pool.close();
    await task;
    await expect(pool.run({ do: 'echo' })).rejects.toMatchObject(UNAVAILABLE);
    expect(pool.workerCount).toBe(0);
  });

  it('fails the task when its worker module does not exist', async () => {
    openPool({ entry: new URL('file:///no/such/worker.js') });
    await expect(pool.run({ do: 'echo' })).rejects.toMatchObject(UNAVAILABLE);
    expect(pool.workerCount).toBe(0);
  });
});
