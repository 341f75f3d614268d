import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Replaces a node, or forwards calls to one, and drops a number of responses. */
export class Relay {
  readonly arrivals: Arrival[] = [];
  private readonly server: Server = createServer((incoming, outgoing) => void this.receive(incoming, outgoing));

  private constructor(
    private readonly port: number | null,
    private readonly losses: { left: number },
  ) {}

  /** Starts a relay, which responds with 200 when it has no port to forward to. Several relays can share `losses`. */
  static async start(port: number | null, losses: { left: number }): Promise<Relay> {
    const relay = new Relay(port, losses);
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get ownPort(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = incoming;
    this.arrivals.push({ method, path, headers, body: body.toString() });
    if (this.port === null) return this.sendResponse(outgoing, 200, {}, Buffer.from('done'));
    const call = httpRequest({ port: this.port, host: '127.0.0.1', method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => this.sendResponse(outgoing, response.statusCode ?? 0, response.headers, Buffer.concat(parts)));
    });
    call.on('error', () => outgoing.destroy());
    call.end(body);
  }

  private sendResponse(outgoing: ServerResponse, status: number, headers: IncomingMessage['headers'], body: Buffer): void {
    if (this.losses.left > 0) {
      this.losses.left -= 1;
      outgoing.socket?.destroy();
      return;
    }
    outgoing.writeHead(status, headers);
    outgoing.end(body);
  }
}
