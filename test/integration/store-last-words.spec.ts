import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ErrorCode } from '../../src/common/error-codes.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** `ReadyForQuery` outside of a transaction, with which the server ends a reply and the greeting of a new session. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FAREWELL = fatal('57P01', 'terminating connection due to administrator command');

function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Forwards everything; on demand it makes the server end every session together with its reply. */
class Relay {
  endsSessions = false;
  farewells = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (caller: Socket) => this.relay(caller));
  }

  static async start(target: URL): Promise<Relay> {
    const relay = new Relay(createServer().listen(0, '127.0.0.1'), target);
    await once(relay.server, 'listening');
    return relay;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private relay(caller: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [caller, database],
      [database, caller],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => other.destroy());
    }
    caller.pipe(database);
    database.on('data', (part: Buffer) => {
      if (!this.endsSessions || !part.subarray(-READY.length).equals(READY)) return void caller.write(part);
      this.farewells += 1;
      caller.end(Buffer.concat([part, FAREWELL]));
    });
  }
}

describe('a server that ends sessions together with a reply', () => {
  let database: TestDatabase;
  let relay: Relay;
  let store: Store;

  beforeAll(async () => {
    database = await createTestDatabase();
    relay = await Relay.start(new URL(database.url));
    store = await Store.open({ ...database.config, databaseUrl: relay.url });
  });
  afterAll(async () => {
    await store.close();
    relay.stop();
    await database.drop();
  });

  const outcomes = async (calls: readonly Promise<unknown>[]): Promise<Set<unknown>> =>
    new Set(
      (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code?: unknown }).code)),
    );

  it('is treated as an outage, and does not end the process', async () => {
    relay.endsSessions = true;
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? store.query('production', 'SELECT 1')
        : store.transaction('production', (transaction) => transaction.query('SELECT 1')),
    );
    const seen = await outcomes(calls);
    expect(relay.farewells).toBeGreaterThan(0);
    expect([...seen].filter((outcome) => outcome !== 'done' && outcome !== ErrorCode.UNAVAILABLE)).toEqual([]);
    relay.endsSessions = false;
    expect(await store.query('production', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
