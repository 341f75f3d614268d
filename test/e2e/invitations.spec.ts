import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { type OutboxMail, readOutbox } from '../support/outbox.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const USERS = '/backoffice-api/users';
const PASSWORDS = '/backoffice-api/passwords';
const PASSWORD = 'four wooden horses sang';

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let admin: StaffAccess;
let tables: TableFingerprints;
let count = 0;

beforeAll(async () => {
  running = await startApp({ clock, config: { publicUrl: 'https://gateway.insurer.example' } });
  admin = await createStaff(running, 'admin');
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

/** Creates a client with an unused address, so that no limit by address applies. */
function createStranger(): Client {
  count += 1;
  return running.client.with({ 'X-Forwarded-For': `198.51.${count >> 8}.${count & 255}` });
}

async function mailsTo(email: string): Promise<OutboxMail[]> {
  return (await readOutbox(running.database.config.dataDir)).filter(({ to }) => to === email);
}

async function create(): Promise<{ id: number; email: string; token: string }> {
  const email = `user${++count}@broker.example`;
  const response = await admin.client.post(USERS, { email, name: 'Νέος Χρήστης', role: 'issuing' });
  expect(response.status).toBe(201);
  const [mail] = await mailsTo(email);
  return { id: response.json<{ id: number }>().id, email, token: mail?.token ?? '' };
}

function listViolations(response: HttpResponse): string[] {
  expect(response.status).toBe(400);
  return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}

describe('an invitation', () => {
  const invitationOf = (id: number): string => `${USERS}/${id}/invitation`;
  const read = async (id: number): Promise<unknown> => {
    const { invitation, status, invitationExpiresAt } = (await admin.client.get(`${USERS}/${id}`)).json();
    return [invitation, status, invitationExpiresAt];
  };
  const choose = (token: string): Promise<HttpResponse> => createStranger().post(PASSWORDS, { token, password: PASSWORD });
  const auditOf = async (id: number): Promise<unknown[]> => {
    const { items } = (await admin.client.get(`/backoffice-api/audit?subjectType=user&subjectId=${id}`)).json<{
      items: { action: string; actor: string; details: unknown }[];
    }>();
    return items.map(({ action, actor, details }) => [action, actor, details]);
  };

  it('is sent again with a new link, which alone works then', async () => {
    const { id, email, token } = await create();
    const born = clock.now();
    clock.set(new Date(born.getTime() + 72 * 3_600_000));
    admin = await createStaff(running, 'admin');
    expect(await read(id)).toEqual(['EXPIRED', 'active', null]);
    const response = await admin.client.post(invitationOf(id), undefined);
    const expiresAt = new Date(clock.now().getTime() + 72 * 3_600_000).toISOString();
    expect(response.json()).toMatchObject({ id, invitation: 'SENT', invitationExpiresAt: expiresAt });
    const again = await admin.client.post(invitationOf(id), undefined);
    expect(again.status).toBe(200);
    const [, second, third] = await mailsTo(email);
    for (const lost of [token, second!.token]) expect(listViolations(await choose(lost))).toEqual(['token -102']);
    expect((await choose(third!.token)).status).toBe(204);
    expect((await auditOf(id)).filter((entry) => JSON.stringify(entry).startsWith('["invite"'))).toEqual(
      Array(2).fill(['invite', admin.email, { email }]),
    );
    clock.set(born);
    admin = await createStaff(running, 'admin');
  });

  it('is useless once revoked, and no password can be requested instead', async () => {
    const { id, email, token } = await create();
    const response = await admin.client.delete(invitationOf(id));
    expect([response.status, await read(id)]).toEqual([200, ['REVOKED', 'disabled', null]]);
    expect(response.json()).toMatchObject({ id, invitation: 'REVOKED', status: 'disabled' });
    expect(listViolations(await choose(token))).toEqual(['token -102']);
    expect(listViolations(await createStranger().get(`${PASSWORDS}?token=${token}`))).toEqual(['token -102']);
    expect((await createStranger().post(`${PASSWORDS}/reset`, { email })).status).toBe(202);
    await running.parts.passwordReset.settled();
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await auditOf(id)).toContainEqual(['disable', admin.email, { email, invitation: 'revoked' }]);
    expect((await admin.client.patch(`${USERS}/${id}`, { status: 'active' })).json()).toMatchObject({ invitation: 'EXPIRED' });
    expect((await admin.client.post(invitationOf(id), undefined)).status).toBe(200);
    const [, mail] = await mailsTo(email);
    expect((await choose(mail!.token)).status).toBe(204);
  });

  it('that was accepted or revoked, or is somebody else’s, is neither sent again nor revoked, and nothing changes', async () => {
    const [accepted, revoked, open] = [await create(), await create(), await create()];
    expect((await choose(accepted.token)).status).toBe(204);
    expect((await admin.client.delete(invitationOf(revoked.id))).status).toBe(200);
    const issuing = await createStaff(running, 'issuing');
    const [before, mails] = [await tables.read(), await readOutbox(running.database.config.dataDir)];
    const stale = { headers: { 'If-Match': '"0123456789abcdef-el"' } };
    for (const [response, expected] of [
      [await admin.client.post(invitationOf(accepted.id), undefined), [400, '-400']],
      [await admin.client.delete(invitationOf(accepted.id)), [400, '-400']],
      [await admin.client.post(invitationOf(revoked.id), undefined), [400, '-400']],
      [await admin.client.delete(invitationOf(revoked.id)), [400, '-400']],
      [await admin.client.delete(invitationOf(999_999)), [400, '-304']],
      [await admin.client.call('DELETE', invitationOf(open.id), stale), [412, '-402']],
      [await issuing.client.post(invitationOf(open.id), undefined), [403, '-203']],
      [await issuing.client.delete(invitationOf(open.id)), [403, '-203']],
    ] as const)
      expect([response.status, response.json()['error']]).toEqual(expected);
    expect(await tables.read()).toEqual(before);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });
});
