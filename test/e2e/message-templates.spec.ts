import type { HttpResponse } from '../support/client.js';
import { expectAllRefused, expectRefused, expectViolations, type ExpectedError } from '../support/expect-error.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const TEMPLATES = 'message-templates';
const TEMPLATE = { decision: 'return', title: 'Λάθος όροφος', text: 'Διορθώστε τον όροφο στην αίτηση {number} ({client}, {plate}).' };
const MAX_TEMPLATES = 100;
const MAX_TITLE = 100;
const MAX_TEXT = 2000;
const UNKNOWN = 999_999;
const FILL = `
  INSERT INTO message_template (decision, title, text, updated_at)
  SELECT 'decline', 'Κείμενο ' || n, 'Κείμενο', now() FROM generate_series(1, $1::int) AS n`;

interface Template {
  readonly id: number;
  readonly decision: string;
  readonly title: string;
  readonly text: string;
  readonly version: number;
}

let app: FireApp;
let admin: StaffClient;
let underwriter: StaffClient;
let auditor: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  admin = await StaffClient.open(app.running, 'admin');
  underwriter = await StaffClient.open(app.running, 'underwriter');
  auditor = await StaffClient.open(app.running, 'auditor');
});
afterAll(() => app.stop());

async function list(by: StaffClient, query = ''): Promise<Template[]> {
  return expectStatus(200, await by.get(`${TEMPLATES}?limit=500${query}`)).json<{ items: Template[] }>().items;
}

async function create(changes: Partial<Template> = {}): Promise<Template> {
  return expectStatus(201, await admin.post(TEMPLATES, { ...TEMPLATE, ...changes })).json<Template>();
}

async function listAudited(id: number): Promise<{ action: string; details: unknown }[]> {
  const entries = expectStatus(200, await auditor.get(`audit?subjectType=message_template&subjectId=${id}`));
  return entries.json<{ items: { action: string; details: unknown }[] }>().items;
}

describe('message templates', () => {
  it('begin with one for each decision that has a text, in both environments', async () => {
    const found = await list(underwriter);
    const decisions = ['approve_with_terms', 'decline', 'request_documents', 'return'];
    expect([...new Set(found.map(({ decision }) => decision))]).toEqual(decisions);
    const sandbox = await StaffClient.open(app.running, 'underwriter', '/dev');
    expect((await list(sandbox)).map(({ title }) => title)).toEqual(found.map(({ title }) => title));
    expect((await list(underwriter, '&decision=decline')).map(({ decision }) => decision)).toEqual(['decline']);
  });

  it('are created, replaced and deleted, with each change in the audit record', async () => {
    const response = expectStatus(201, await admin.post(TEMPLATES, TEMPLATE));
    const created = response.json<Template>();
    expect(created).toMatchObject({ ...TEMPLATE, version: 1 });
    expect(response.headers.location).toMatch(new RegExp(`/backoffice-api/${TEMPLATES}/${created.id}$`));
    const { id } = created;
    const read = expectStatus(200, await underwriter.get(`${TEMPLATES}/${id}`));
    expect([read.json(), read.headers.etag]).toEqual([created, response.headers.etag]);
    const title = 'Όροφος';
    const headers = { 'If-Match': String(read.headers.etag) };
    const replaced = expectStatus(200, await admin.put(`${TEMPLATES}/${id}`, { ...TEMPLATE, title }, { headers })).json<Template>();
    expect(replaced).toMatchObject({ title, version: 2 });
    // Unchanged texts raise no version.
    expect(expectStatus(200, await admin.put(`${TEMPLATES}/${id}`, { ...TEMPLATE, title })).json()).toEqual(replaced);
    expectStatus(204, await admin.delete(`${TEMPLATES}/${id}`));
    expect((await list(admin)).some((one) => one.id === id)).toBe(false);
    expect(await listAudited(id)).toMatchObject([
      { action: 'delete', details: { ...TEMPLATE, title } },
      { action: 'change', details: { changes: { title: [TEMPLATE.title, title] } } },
      { action: 'create', details: TEMPLATE },
    ]);
  });

  it('stay in their environment', async () => {
    const { id } = await create();
    const sandbox = await StaffClient.open(app.running, 'admin', '/dev');
    await expectRefused(app, () => sandbox.get(`${TEMPLATES}/${id}`), { code: '-304' });
    expect((await list(sandbox)).some(({ title }) => title === TEMPLATE.title)).toBe(false);
  });

  it('are refused with a wrong decision, title or text, which changes nothing', async () => {
    const { id } = await create();
    const calls = (body: object): (() => Promise<HttpResponse>)[] => [
      () => admin.post(TEMPLATES, body),
      () => admin.put(`${TEMPLATES}/${id}`, body),
    ];
    const cases: readonly (readonly [changes: object, ...violations: (readonly [string, string])[]])[] = [
      [{ decision: undefined, title: ' ', text: null }, ['decision', '-101'], ['title', '-101'], ['text', '-101']],
      [{ decision: 'approve' }, ['decision', '-102']],
      [{ title: 'Τ'.repeat(MAX_TITLE + 1) }, ['title', '-102']],
      [{ text: 'Κ'.repeat(MAX_TEXT + 1) }, ['text', '-102']],
      [{ text: 'Αγαπητή {agent}' }, ['text', '-102']],
      [{ language: 'el' }, ['language', '-102']],
    ];
    for (const [changes, ...violations] of cases)
      for (const call of calls({ ...TEMPLATE, ...changes })) await expectViolations(app, call, ...violations);
    await create({ title: 'Τ'.repeat(MAX_TITLE), text: 'Κ'.repeat(MAX_TEXT) });
  });

  it('are not overwritten by somebody who read an older version', async () => {
    const { id } = await create();
    const outdated = { headers: { 'If-Match': '"1"' } };
    expectStatus(200, await admin.put(`${TEMPLATES}/${id}`, { ...TEMPLATE, title: 'Νέος τίτλος' }, outdated));
    await expectRefused(app, () => admin.put(`${TEMPLATES}/${id}`, TEMPLATE, outdated), { status: 412, code: '-402' });
  });

  it('are written by administrators only, and unknown ones are refused', async () => {
    const { id } = await create();
    const agent = await StaffClient.open(app.running, 'agent');
    const role: ExpectedError = { status: 403, code: '-203' };
    const missing: ExpectedError = { code: '-304' };
    await expectAllRefused(app, [
      [() => underwriter.post(TEMPLATES, TEMPLATE), role],
      [() => underwriter.put(`${TEMPLATES}/${id}`, TEMPLATE), role],
      [() => underwriter.delete(`${TEMPLATES}/${id}`), role],
      [() => agent.get(TEMPLATES), role],
      [() => agent.get(`${TEMPLATES}/${id}`), role],
      [() => admin.get(`${TEMPLATES}/${UNKNOWN}`), missing],
      [() => admin.put(`${TEMPLATES}/${UNKNOWN}`, TEMPLATE), missing],
      [() => admin.delete(`${TEMPLATES}/${UNKNOWN}`), missing],
      [() => admin.delete(`${TEMPLATES}/x`), missing],
      [() => admin.get(`${TEMPLATES}?decision=approve`), { code: '-105', violations: [['decision', '-105']] }],
    ]);
  });

  it('are at most a hundred, also when the last one is created twice at once', async () => {
    const count = (await list(admin)).length;
    await app.query('production', FILL, [MAX_TEMPLATES - 1 - count]);
    const responses = await Promise.all([1, 2].map(() => admin.post(TEMPLATES, TEMPLATE)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    await expectRefused(app, () => admin.post(TEMPLATES, TEMPLATE), { code: '-405' });
    expect(await list(admin)).toHaveLength(MAX_TEMPLATES);
  });
});
