import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../../config/config.js';
import { isServing, type Readiness } from '../health/readiness.js';
import { JSON_TYPE, send } from '../call/send.js';
import { listen } from './listeners.js';
import type { Metrics } from '../observability/metrics.js';

export class AdminServer {
  private readonly server: Server;

  constructor(
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
  ) {
    this.server = createServer((request, response) => {
      this.respond(request, response).catch(() => response.destroy());
    });
  }

  open(config: Config): Promise<number> {
    return listen(this.server, config.adminPort, config.adminHost);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'GET only\n');
    if (path === '/metrics') return send(response, 200, this.metrics.contentType, await this.metrics.text());
    if (path === '/health/live') return send(response, 200, JSON_TYPE, '{"status":"ok"}');
    if (path !== '/health/ready') return send(response, 404, 'text/plain', 'Not found\n');
    const state = await this.readiness.state();
    send(response, isServing(state) ? 200 : 503, JSON_TYPE, JSON.stringify(state));
  }
}
