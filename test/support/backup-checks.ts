import { expect } from '@jest/globals';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { EventListResponse } from '../../src/services/events/event.dto.js';
import { startApp } from './app.js';
import type { Client } from './client.js';
import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from './fire-app.js';
import { findInconsistencies } from './record-checks.js';
import { TableFingerprints } from './table-fingerprints.js';

interface BackupState {
  readonly agent: FireAgent;
  readonly policy: FireEntity;
  readonly cursors: { readonly early: string; readonly late: string; readonly beyond: string };
  readonly events: EventListResponse['events'];
}

/** Runs a backup while another agent writes, with events published before it, unpublished, and written after it. */
export async function backUpDuringWrites(app: FireApp, takeBackup: () => Promise<void>): Promise<BackupState> {
  const agent = (await app.createAgent()).production;
  const writer = (await app.createAgent({ code: 'A200' })).production;
  const policy = await agent.insertIn('50');
  // Otherwise the restored copy would print the remaining documents and write events.
  const { parts } = app.running;
  await parts.startPrinting();
  await eventually('the documents of the issued policy are printed', () => parts.hasPrintedAll());
  await parts.stopPrinting();
  await app.publishEvents('production');
  const { next: early } = await readAllEvents(agent.client);
  const published = await agent.insert();
  await app.publishEvents('production');
  const { next: late } = await readAllEvents(agent.client, early);
  const unpublished = await agent.insert();
  let isOver = false;
  const writes = Array.from({ length: 2 }, async () => {
    while (!isOver) await writer.insertIn('50');
  });
  await takeBackup();
  isOver = true;
  await Promise.all(writes);
  const lost = await agent.insert();
  await app.publishEvents('production');
  const { events, next: beyond } = await readAllEvents(agent.client, early);
  expect(events.map(({ data }) => data['application_id'])).toEqual([published.id, unpublished.id, lost.id]);
  return { agent, policy, cursors: { early, late, beyond }, events };
}

/** Expects that the restored database is complete and consistent, serves the feed, and can issue new policies. */
export async function expectRestored(app: FireApp, { agent, policy, cursors, events }: BackupState, database: TestDatabase): Promise<void> {
  const node = await startApp({ clock: app.clock, database });
  try {
    for (const environment of ENVIRONMENTS) expect(await findInconsistencies(node.parts.store, environment)).toEqual([]);
    const client = node.client.withKey(agent.access.apiKey);
    const response = expectStatus(201, await client.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey }));
    const caller = client.withToken(response.json<{ token: string }>().token);
    const read = expectStatus(200, await caller.get(agent.path(policy.id))).json<FireEntity>();
    // The links contain the port of the new server.
    expect({ ...read, links: policy.links }).toEqual(policy);
    const document = await caller.get(`/docs-api/policy/applications/${policy.id}/documents/1`);
    expect([document.status, document.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

    await eventually('the restored event is published', async () => (await readAllEvents(caller, cursors.late)).events.length > 0);
    // Events that the backup held unpublished are published again under the same id.
    expect((await readAllEvents(caller, cursors.early)).events).toEqual(events.slice(0, 2));
    expect((await readAllEvents(caller, cursors.late)).events).toEqual(events.slice(1, 2));
    const { events: again, next } = await readAllEvents(caller, cursors.beyond);
    expect(again).toEqual(events.slice(1, 2));

    const { id } = expectStatus(201, await caller.post(agent.path(), agent.body())).json<FireEntity>();
    expect(id).toBeGreaterThan(policy.id);
    await eventually('the new event is published', async () => (await readAllEvents(caller, next)).events.length > 0);
    expect((await readAllEvents(caller, next)).events).toMatchObject([{ data: { application_id: id, action: 'insert' } }]);
    expectStatus(205, await caller.put(agent.path(`${id}/prepay`)));
    expectStatus(205, await caller.put(`/collection-api/applications/${id}/charge`));
    expect(await findInconsistencies(node.parts.store, 'production')).toEqual([]);
  } finally {
    await node.stop();
  }
}

/** Returns a digest of the rows of each table that can be compared between databases. */
export async function readDatabaseDigests(url: string): Promise<Record<string, string>> {
  const fingerprints = await TableFingerprints.open(url, ['gateway', ...ENVIRONMENTS], 'contents');
  try {
    return await fingerprints.read();
  } finally {
    await fingerprints.close();
  }
}

/** Reads all events after the cursor; `next` is the cursor at the end. */
async function readAllEvents(client: Client, after = ''): Promise<EventListResponse> {
  const all: EventListResponse = { events: [], next: after };
  for (;;) {
    const query = all.next === '' ? '' : `&after=${all.next}`;
    const { events, next } = expectStatus(
      200,
      await client.get(`/events-api/resources/events?limit=500${query}`),
    ).json<EventListResponse>();
    all.events.push(...events);
    all.next = next;
    if (events.length === 0) return all;
  }
}
