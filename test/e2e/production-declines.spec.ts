import type { ApiKeyResponse } from '../../src/backoffice/access/keys/api-keys.dto.js';
import type { HttpResponse, Client } from '../support/client.js';
import { readOutbox } from '../support/outbox.js';
import { listViolationLines, SignupApp, signUp, type SignupResult } from '../support/signup.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';

const CURRENT = '/backoffice-api/sessions/current';
const REASON = 'The contract is missing.';

let app: SignupApp;
let admin: StaffAccess;

beforeAll(async () => {
  app = await SignupApp.start({ publicUrl: 'https://gateway.insurer.example' });
  admin = await createStaff(app.running, 'admin');
});
afterAll(() => app.stop());

const decline = (id: number, body: unknown = { reason: ` ${REASON} ` }): Promise<HttpResponse> =>
  admin.client.post(`/backoffice-api/api-keys/${id}/production-rejection`, body);

async function findRequest(email: string): Promise<ApiKeyResponse | undefined> {
  const list = await admin.client.get('/backoffice-api/api-keys?productionRequested=yes&limit=500');
  return list.json<{ items: ApiKeyResponse[] }>().items.find(({ signup }) => signup?.email === email);
}

async function mailsTo(email: string): Promise<string[]> {
  const mails = await readOutbox(app.running.database.config.dataDir);
  return mails.filter(({ to }) => to === email).map(({ text }) => text);
}

/** Creates an agent's user whose console has requested production. */
async function requestForConsole(): Promise<StaffAccess> {
  const user = await createStaff(app.running, 'agent');
  expect((await user.client.post(`${CURRENT}/production`)).status).toBe(204);
  return user;
}

describe('a declined request for production', () => {
  const stateOf = async (client: Client): Promise<unknown> => {
    const { consoleAccess, productionDeclineReason } = (await client.get(CURRENT)).json();
    return [consoleAccess, productionDeclineReason];
  };
  const stepOf = async (me: SignupResult): Promise<unknown> => {
    const { integration } = (await me.session.get('/dev/backoffice-api/overview')).json<{ integration: Record<string, unknown> }>();
    return [integration['production'], integration['declineReason']];
  };

  it('of a console is read by its user, who gets a mail and may ask again', async () => {
    const user = await requestForConsole();
    const key = (await findRequest(user.email))!;
    const response = await decline(key.id);
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ id: key.id, signup: { productionDeclinedAt: app.clock.now().toISOString() } });
    expect(response.headers['etag']).toBe((await admin.client.get(`/backoffice-api/api-keys/${key.id}`)).headers['etag']);
    expect([await findRequest(user.email), await stateOf(user.client)]).toEqual([undefined, ['none', REASON]]);
    const [mail, ...more] = await mailsTo(user.email);
    expect(more).toEqual([]);
    expect(mail!.split(REASON)).toHaveLength(3);
    expect(mail).toContain('https://gateway.insurer.example/console/');
    const audit = await admin.client.get('/backoffice-api/audit?subjectType=signup&action=reject');
    expect(audit.json()).toMatchObject({ items: [{ actor: admin.email, details: { programId: key.programId, reason: REASON } }] });

    expect((await user.client.post(`${CURRENT}/production`)).status).toBe(204);
    expect([(await findRequest(user.email))?.id, await stateOf(user.client)]).toEqual([key.id, ['requested', null]]);
    await admin.client.patch(`/backoffice-api/api-keys/${key.id}`, { environments: ['sandbox', 'production'] });
    expect(await stateOf(user.client)).toEqual(['granted', null]);
  });

  it('of a program is a step of its user’s overview, and can be requested again', async () => {
    const me = await signUp(app.running);
    const request = (): Promise<HttpResponse> => me.session.post(`/dev${CURRENT}/production`);
    expect((await request()).status).toBe(204);
    const { id } = (await findRequest(me.email))!;
    expect((await decline(id)).status).toBe(200);
    expect([await findRequest(me.email), await stepOf(me)]).toEqual([undefined, ['none', REASON]]);
    expect((await mailsTo(me.email)).at(-1)).toContain('https://gateway.insurer.example/console/dev/');
    expect((await request()).status).toBe(204);
    expect([(await findRequest(me.email))?.id, await stepOf(me)]).toEqual([id, ['requested', null]]);
    expect((await decline(id, { reason: 'Second' })).status).toBe(200);
    expect(await stepOf(me)).toEqual(['none', 'Second']);
    await admin.client.patch(`/backoffice-api/api-keys/${id}`, { environments: ['sandbox', 'production'] });
    expect(await stepOf(me)).toEqual(['granted', null]);
  });

  it('needs an open request, a reason and an administrator; otherwise nothing changes and no mail is sent', async () => {
    const user = await requestForConsole();
    const { id } = (await findRequest(user.email))!;
    const declined = (await findRequest((await requestForConsole()).email))!;
    expect((await decline(declined.id)).status).toBe(200);
    const unasked = await admin.client.post('/backoffice-api/api-keys', { name: 'x', services: ['fire-api'], environments: ['sandbox'] });
    const issuing = await createStaff(app.running, 'issuing');
    const auditor = await createStaff(app.running, 'auditor');
    const path = `/backoffice-api/api-keys/${id}/production-rejection`;
    const [before, mails] = [await app.readFingerprint(), await readOutbox(app.running.database.config.dataDir)];
    expect(listViolationLines(await decline(id, {}))).toEqual(['reason -101']);
    expect(listViolationLines(await decline(id, { reason: 'x'.repeat(501) }))).toEqual(['reason -102']);
    expect(listViolationLines(await decline(id, { reason: 'x', note: 'y' }))).toEqual(['note -102']);
    for (const [response, expected] of [
      [await decline(declined.id), [400, '-400']],
      [await decline(unasked.json<{ id: number }>().id), [400, '-400']],
      [await decline(999_999), [400, '-304']],
      [await admin.client.call('POST', path, { json: { reason: 'x' }, headers: { 'If-Match': '"0123456789abcdef-el"' } }), [412, '-402']],
      [await issuing.client.post(path, { reason: 'x' }), [403, '-203']],
      [await auditor.client.post(path, { reason: 'x' }), [403, '-203']],
      [await user.client.post(path, { reason: 'x' }), [403, '-203']],
    ] as const)
      expect([response.status, response.json()['error']]).toEqual(expected);
    expect(await app.readFingerprint()).toEqual(before);
    expect(await readOutbox(app.running.database.config.dataDir)).toEqual(mails);
  });
});
