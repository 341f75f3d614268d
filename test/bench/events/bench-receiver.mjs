import { once } from 'node:events';
import { createServer } from 'node:http';
import { callJson } from '../product.mjs';

const WEBHOOKS = '/events-api/resources/webhooks';

/** A receiver of webhooks on this machine, which records the time of each delivery. */
export class BenchReceiver {
  times = [];

  constructor(hangs) {
    this.server = createServer((request, response) => {
      request.resume().once('end', () => {
        this.times.push(performance.now());
        if (!hangs) response.writeHead(204).end();
      });
    });
  }

  static async start({ hangs = false } = {}) {
    const receiver = new BenchReceiver(hangs);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url() {
    return `http://127.0.0.1:${this.server.address().port}/hook`;
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Creates a webhook with the headers; resolves with a function that deletes it. */
export async function makeWebhook({ url }, headers, address) {
  const { id } = await callJson(url + WEBHOOKS, { method: 'POST', headers, body: JSON.stringify({ url: address }) });
  return () => fetch(`${url}${WEBHOOKS}/${id}`, { method: 'DELETE', headers });
}
