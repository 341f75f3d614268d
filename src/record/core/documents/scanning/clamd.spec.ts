import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { scanStream } from './clamd.js';

const PART = Buffer.alloc(256 * 1024);
const PARTS = 20;
const BYTES = Buffer.byteLength('zINSTREAM\0') + PARTS * (4 + PART.length) + 4;

it('a connection to clamd keeps no listener for the parts it waited for', async () => {
  const scanner = createServer((socket) => {
    let bytes = 0;
    socket.on('data', (data) => {
      bytes += data.length;
      if (bytes === BYTES) socket.end('stream: OK\0');
    });
  });
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  const { port } = scanner.address() as AddressInfo;
  const connections: Socket[] = [];
  const note = (message: unknown): void => void connections.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', note);
  const listeners: number[] = [];
  async function* content(): AsyncGenerator<Buffer> {
    for (let part = 0; part < PARTS; part += 1) {
      await turn();
      listeners.push(connections[0]!.listenerCount('close') + connections[0]!.listenerCount('error'));
      yield PART;
    }
  }
  const found = await scanStream({ host: '127.0.0.1', port }, content()).finally(() => {
    unsubscribe('net.client.socket', note);
    scanner.close();
  });
  expect(found).toBeNull();
  expect(listeners).toHaveLength(PARTS);
  expect(listeners.at(-1)).toBeLessThanOrEqual(listeners[0]!);
});
