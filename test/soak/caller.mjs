import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const GIVE_UP_AFTER_MS = 120_000;
const PAUSE_MS = { min: 100, max: 900 };
const DROPPED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/**
 * Client that repeats a call after a 503 or a lost connection until it gets a response. POST and PUT keep their
 * `Idempotency-Key`, so that they are executed once.
 */
export class Caller {
  constructor({ url, headers, agent, journal }) {
    this.url = new URL(url);
    this.headers = headers;
    this.agent = agent;
    this.journal = journal;
  }

  /**
   * Sends a call and returns `{ status, headers, body, wasCutOff }`; null and a failure when there is no response for
   * two minutes.
   */
  async call(method, path, { json, body = json && JSON.stringify(json), headers = {} } = {}) {
    const key = method === 'POST' || method === 'PUT' ? { 'Idempotency-Key': randomUUID() } : {};
    const sent = { ...this.headers, ...key, ...(json ? { 'Content-Type': 'application/json' } : {}), ...headers };
    const startedMs = performance.now();
    let wasCutOff = false;
    for (;;) {
      const tryMs = performance.now();
      const response = await this.send(method, path, sent, body).catch((error) => ({ failure: error.code ?? error.message }));
      if (response.status !== undefined) this.journal.latenciesMs.push(performance.now() - tryMs);
      if (!this.isToBeRepeated(method, path, response)) return { ...response, wasCutOff };
      wasCutOff = true;
      if (performance.now() - startedMs > GIVE_UP_AFTER_MS) {
        this.journal.fault(`${method} ${path} got no answer for two minutes, at last ${response.failure ?? response.status}`);
        return null;
      }
      await sleep(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    }
  }

  /** Sends a call that must return the status; null and a failure in the journal for any other. */
  async expect(status, method, path, options) {
    const response = await this.call(method, path, options);
    if (response === null) return null;
    this.journal.count(`${method} ${response.status}`);
    if (response.status === status) return response;
    // The interrupted call may have been carried out before its repetition; only a DELETE has no key to prove it.
    if (method === 'DELETE' && response.wasCutOff && response.status === 400) return response;
    this.journal.fault(`${method} ${path}: ${response.status} instead of ${status}: ${response.body.toString().slice(0, 300)}`);
    return null;
  }

  isToBeRepeated(method, path, { failure, status, body }) {
    if (failure !== undefined) {
      this.journal.count(`failure: ${failure}`);
      if (!DROPPED.has(failure) && failure !== 'socket hang up') this.journal.fault(`${method} ${path}: ${failure}`);
      return true;
    }
    if (status === 503) {
      this.journal.refusal();
      return true;
    }
    // The first call is still running, on a lost connection.
    return status === 409 && body.includes('"-404"');
  }

  send(method, path, headers, body) {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: this.agent,
        headers: { ...headers, ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {}) },
      };
      const outgoing = http.request(new URL(path, this.url), options, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, body: Buffer.concat(chunks) }));
      });
      outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no answer for ${TIMEOUT_MS / 1000} s`)));
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }
}
