import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** Statements that a call sent to the schema of its environment, without those for keys and tokens. */
export interface Traffic {
  /** Number of statements, including BEGIN and COMMIT. */
  statements: number;
  /** Number of times that the call waited for the database. */
  roundTrips: number;
}

interface CountedCall extends Traffic {
  isOver: boolean;
}

type Method = (this: pg.Client, ...args: unknown[]) => unknown;

const POOLS = /^insurance-gateway (production|sandbox)$/;
const STARTED = 'http.server.request.start';
const FINISHED = 'http.server.response.finish';

/** Counts the statements that this process sends to Postgres for one call at a time, until its response. */
export class DatabaseTraffic {
  private readonly calls = new AsyncLocalStorage<CountedCall>();
  private readonly originals: (() => void)[] = [];
  /** Number of running statements by connection. */
  private readonly underWay = new WeakMap<pg.Client, number>();
  private call: CountedCall | undefined;
  private readonly begin = (): void => {
    this.call = { statements: 0, roundTrips: 0, isOver: false };
    this.calls.enterWith(this.call);
  };
  private readonly end = (): void => {
    if (this.call) this.call.isOver = true;
  };

  constructor() {
    subscribe(STARTED, this.begin);
    subscribe(FINISHED, this.end);
    const { calls } = this;
    this.wrapMethod(pg.Client.prototype, 'query', (run, self) => {
      const call = calls.getStore();
      const client = self as pg.Client & { connectionParameters: { application_name?: string } };
      const response = run() as Promise<unknown>;
      if (call?.isOver === false && POOLS.test(client.connectionParameters.application_name ?? '')) this.count(call, client, response);
      return response;
    });
  }

  /** Returns the statements of the last call. */
  get last(): Traffic {
    if (!this.call) throw new Error('no call yet');
    return this.call;
  }

  stop(): void {
    unsubscribe(STARTED, this.begin);
    unsubscribe(FINISHED, this.end);
    for (const restore of this.originals) restore();
  }

  /** Counts a statement sent while another one runs on the connection as part of the same round trip. */
  private count(call: CountedCall, client: pg.Client, response: Promise<unknown>): void {
    const underWay = this.underWay.get(client) ?? 0;
    call.statements += 1;
    if (underWay === 0) call.roundTrips += 1;
    this.underWay.set(client, underWay + 1);
    const settle = (): void => void this.underWay.set(client, this.underWay.get(client)! - 1);
    response.then(settle, settle);
  }

  private wrapMethod(of: object, name: string, wrap: (run: () => unknown, self: unknown, args: unknown[]) => unknown): void {
    const methods = of as Record<string, Method>;
    const original = methods[name]!;
    methods[name] = function (...args) {
      return wrap(() => original.apply(this, args), this, args);
    };
    this.originals.push(() => (methods[name] = original));
  }
}
