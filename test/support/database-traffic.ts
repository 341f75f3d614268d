import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** What a call sent to the database of its environment: that of the gateway itself, for keys and tokens, does not count. */
export interface Traffic {
  /** Statements that were executed, BEGIN and COMMIT included. */
  statements: number;
  /** Times that a reply was waited for. */
  roundTrips: number;
}

interface CountedCall extends Traffic {
  isOver: boolean;
}

type Method = (this: pg.Connection, ...args: unknown[]) => unknown;

const POOLS = /^insurance-gateway (production|sandbox)$/;
const STARTED = 'http.server.request.start';
const FINISHED = 'http.server.response.finish';

/** Counts the messages that this process sends to Postgres on behalf of a call, up to its response. One call at a time. */
export class DatabaseTraffic {
  private readonly calls = new AsyncLocalStorage<CountedCall>();
  private readonly originals: (() => void)[] = [];
  private call: CountedCall | undefined;
  private sending: CountedCall | undefined;
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
    const send = (call: CountedCall | undefined): void => void (this.sending = call);
    this.around(pg.Client.prototype, 'query', (run, client) => {
      const call = calls.getStore();
      const { application_name: name } = (client as { connectionParameters: { application_name?: string } }).connectionParameters;
      if (call?.isOver === false && POOLS.test(name ?? '')) send(call);
      try {
        return run();
      } finally {
        send(undefined);
      }
    });
    this.count('execute', { statements: 1 });
    this.count('sync', { roundTrips: 1 });
    // The simple protocol, and COPY.
    this.count('query', { statements: 1, roundTrips: 1 });
  }

  /** What the last call sent. */
  get last(): Traffic {
    if (!this.call) throw new Error('no call yet');
    return this.call;
  }

  stop(): void {
    unsubscribe(STARTED, this.begin);
    unsubscribe(FINISHED, this.end);
    for (const restore of this.originals) restore();
  }

  private count(name: string, { statements = 0, roundTrips = 0 }: Partial<Traffic>): void {
    this.around(pg.Connection.prototype, name, (run) => {
      if (this.sending) {
        this.sending.statements += statements;
        this.sending.roundTrips += roundTrips;
      }
      return run();
    });
  }

  private around(of: object, name: string, wrap: (run: () => unknown, self: unknown, args: unknown[]) => unknown): void {
    const methods = of as Record<string, Method>;
    const original = methods[name]!;
    methods[name] = function (...args) {
      return wrap(() => original.apply(this, args), this, args);
    };
    this.originals.push(() => (methods[name] = original));
  }
}
