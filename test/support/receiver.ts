import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A received delivery. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export type Respond = (response: ServerResponse, received: Received) => void;

export const accept: Respond = (response) => response.writeHead(204).end();

/** A receiver of webhooks on this machine, which accepts every delivery unless `respond` is set. */
export class Receiver {
  readonly received: Received[] = [];
  /** Number of connections, including those without a request. */
  connectionCount = 0;
  /** Maximum number of simultaneous requests without a response. */
  mostAtOnce = 0;
  respond: Respond = accept;
  private underWay = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly protocol: 'http' | 'https',
    private readonly host: string,
  ) {}

  /** Starts a receiver, with HTTPS when `tls` is given. */
  static async start(host = '127.0.0.2', tls?: { readonly cert: string; readonly key: string }): Promise<Receiver> {
    const listener: RequestListener = (request, response) => {
      receiver.underWay += 1;
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, receiver.underWay);
      response.once('close', () => (receiver.underWay -= 1)).on('error', () => undefined);
      let body = '';
      request
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .on('end', () => {
          const received = { path: request.url ?? '', headers: request.headers, body, atMs: performance.now() };
          receiver.received.push(received);
          receiver.respond(response, received);
        })
        .on('error', () => undefined);
    };
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    const receiver: Receiver = new Receiver(server, tls ? 'https' : 'http', host);
    server.on('connection', (socket: Socket) => {
      receiver.connectionCount += 1;
      receiver.sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => receiver.sockets.delete(socket));
    });
    server.listen(0, host);
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Returns the URL of a path; `host` may be a name that resolves to this machine. */
  url(path = '/hook', host = this.host): string {
    return `${this.protocol}://${host}:${this.port}${path}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
    await once(this.server, 'close');
  }
}
