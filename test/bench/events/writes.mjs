import { readBodies } from '../bodies.mjs';
import { callJson } from '../product.mjs';
import { ask } from '../servers.mjs';
import { compare } from './tell.mjs';

const CONNECTIONS = 10;
const CHARGES_AT_ONCE = 4;
const TARGET = 0.95;
const FIRE = '/fire-api/rsc/applications';
const TRIGGERS = {
  status_transition: ['status_transition_note_event'],
  receipt: ['receipt_note_event', 'receipt_note_change'],
  document: ['document_note_event', 'document_note_infection'],
};

/** Inserts an application, always of the same person. */
export async function insertOne({ product, headers }) {
  const body = readBodies().application.replaceAll('{afm}', '123456783');
  return callJson(`${product.url}${FIRE}`, { method: 'POST', headers, body });
}

export function measureInserts(context) {
  return compareEvents('insert', context, () => insertsPerSecond(context));
}

export function measureCharges(context) {
  return compareEvents('charge', context, () => chargesPerSecond(context));
}

function compareEvents(name, { client, options }, measure) {
  const turn = async (isOn) => {
    for (const [table, triggers] of Object.entries(TRIGGERS))
      for (const trigger of triggers) await client.query(`ALTER TABLE ${table} ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${trigger}`);
  };
  return compare(`${name} with events`, { pairs: options.pairs, target: TARGET, turn, measure }).finally(() => turn(true));
}

async function insertsPerSecond({ product: { url }, headers, load, options }) {
  const request = { method: 'POST', path: FIRE, headers, body: readBodies().application };
  const { requests, seconds, failed } = await ask(load, { url, request, ids: [], seconds: options.seconds, connections: CONNECTIONS });
  if (failed > 0) throw new Error(`${failed} inserts failed`);
  return requests / seconds;
}

async function chargesPerSecond({ product, headers, client, options }) {
  await client.query(`UPDATE agent SET credit_limit = 1000000000`);
  const ids = [];
  for (let index = 0; index < options.charges; index += 1) {
    const { id } = await insertOne({ product, headers });
    await put(`${product.url}${FIRE}/${id}/prepay`, headers);
    ids.push(id);
  }
  const startedMs = performance.now();
  const charge = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop())
      await put(`${product.url}/collection-api/applications/${id}/charge`, headers);
  };
  await Promise.all(Array.from({ length: CHARGES_AT_ONCE }, charge));
  return (options.charges * 1000) / (performance.now() - startedMs);
}

async function put(url, headers) {
  const response = await fetch(url, { method: 'PUT', headers });
  await response.arrayBuffer();
  if (response.status !== 205) throw new Error(`PUT ${url} answered ${response.status}`);
}
