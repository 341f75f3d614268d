import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Config } from '../../config/config.js';
import type { Certificate } from './certificate.js';
import { handleInvalidRequests } from './raw-responses.js';
import { SECURE_CONTEXT, SERVER_OPTIONS, TLS_OPTIONS } from './server-options.js';
import { OperatorError } from '../../common/operator-error.js';

const IDLE_CHECK_MS = 100;

export class ListenError extends OperatorError {}

export interface Ports {
  readonly port: number;
  readonly httpsPort: number;
}

export class Listeners {
  private readonly tls: TlsServer;
  /** Sockets whose handshake may be pending, so the TLS server does not know them yet. */
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly plain: Server,
    application: RequestListener,
    private readonly config: Config,
    certificate: Certificate,
  ) {
    this.tls = createTlsServer({ ...SERVER_OPTIONS, ...TLS_OPTIONS, ...certificate }, application);
    this.tls.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    for (const server of [this.plain, this.tls]) {
      handleInvalidRequests(server, config.rateLimitPerHour);
      // The gateway sends `100 Continue` itself, after its checks.
      server.on('checkContinue', application);
      server.on('checkExpectation', application);
    }
  }

  async open(): Promise<Ports> {
    const { host, port, httpsPort } = this.config;
    try {
      return { port: await listen(this.plain, port, host), httpsPort: await listen(this.tls, httpsPort, host) };
    } catch (error) {
      await this.close(0);
      throw error;
    }
  }

  renew(certificate: Certificate): void {
    this.tls.setSecureContext({ ...SECURE_CONTEXT, ...certificate });
  }

  async close(graceMs: number): Promise<void> {
    const servers = [this.plain, this.tls].filter((server) => server.listening);
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), IDLE_CHECK_MS);
    const cut = setTimeout(() => {
      servers.forEach((server) => server.closeAllConnections());
      this.sockets.forEach((socket) => socket.destroy());
    }, graceMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

export async function assertPortsFree({ host, port, httpsPort, adminHost, adminPort }: Config): Promise<void> {
  const wanted = [
    ['PORT', port, host],
    ['HTTPS_PORT', httpsPort, host],
    ['ADMIN_PORT', adminPort, adminHost],
  ] as const;
  const probes: Server[] = [];
  try {
    for (const [setting, number, address] of wanted) {
      if (number === 0) continue;
      const probe = createServer();
      await listen(probe, number, address).catch((error: unknown) => {
        throw error instanceof ListenError ? new ListenError(`${error.message} Choose another by ${setting}.`, { cause: error }) : error;
      });
      probes.push(probe);
    }
  } finally {
    await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  }
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(new ListenError(getReason(error, port, host), { cause: error }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function getReason(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use.`;
  if (error.code === 'EACCES') return `Port ${port} on ${host} may not be used by this user.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `The address ${host} is not an address of this machine.`;
  return `Port ${port} on ${host} cannot be opened: ${error.message}`;
}
