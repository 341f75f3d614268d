import type { HttpResponse } from '../support/client.js';
import { expectStatus, listViolations, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const ILLEGAL = { 'objects_insured[0].illegal': '1' };
const NOTE = 'Κάλεσα την Παπαδοπούλου, περιμένω φωτογραφίες της στέγης.';
const MOST_NOTES = 500;

interface Assignee {
  readonly id: number;
  readonly name: string;
  readonly since: string;
}

interface Note {
  readonly id: number;
  readonly text: string;
  readonly userId: number;
  readonly userName: string;
  readonly createdAt: string;
}

interface File {
  readonly agentName: string;
  readonly assignee: Assignee | null;
  readonly notes: readonly Note[];
}

let app: FireApp;
let agent: FireAgent;
let underwriter: StaffClient;
let colleague: StaffClient;
let issuing: StaffClient;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A100' })).production;
  underwriter = await StaffClient.open(app.running, 'underwriter');
  colleague = await StaffClient.open(app.running, 'underwriter');
  issuing = await StaffClient.open(app.running, 'issuing');
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());

async function createReferred(): Promise<number> {
  const { id } = await agent.insert(agent.body(ILLEGAL));
  expectStatus(205, await agent.act(id, 'request_approval'));
  return id;
}

const assign = (by: StaffClient, id: number, body: object = {}): Promise<HttpResponse> => by.put(`applications/${id}/assignee`, body);
const release = (by: StaffClient, id: number): Promise<HttpResponse> => by.delete(`applications/${id}/assignee`);
const note = (by: StaffClient, id: number, text: unknown = NOTE): Promise<HttpResponse> => by.post(`applications/${id}/notes`, { text });
const getFile = async (id: number, query = ''): Promise<File> =>
  expectStatus(200, await underwriter.get(`applications/${id}${query}`)).json<File>();
const getHolder = async (id: number): Promise<number | null> => (await getFile(id)).assignee?.id ?? null;
const getRefusal = (response: HttpResponse): unknown => [response.status, response.json().error];

/** Lists the audit entries about an application in order, with actor, action and user. */
const audited = (id: number): Promise<object[]> =>
  app.query(
    'production',
    `SELECT actor_id, action, details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1 AND action IN ('assign', 'release') ORDER BY id`,
    [String(id)],
  );

describe('the assignment of an application', () => {
  it('starts and ends with its assignee, whose name is in the file', async () => {
    const id = await createReferred();
    const taken = expectStatus(200, await assign(underwriter, id)).json<Assignee>();
    expect(taken).toEqual({ id: underwriter.userId, name: 'Staff underwriter', since: '2026-11-20T10:00:00' });
    expect((await getFile(id)).assignee).toEqual(taken);
    expect(expectStatus(200, await assign(underwriter, id)).json()).toEqual(taken);
    expectStatus(204, await release(underwriter, id));
    expect(await getHolder(id)).toBeNull();
    expectStatus(204, await release(underwriter, id));
    expect(await audited(id)).toEqual([
      { actor_id: underwriter.userId, action: 'assign', details: { userId: underwriter.userId } },
      { actor_id: underwriter.userId, action: 'release', details: { userId: underwriter.userId } },
    ]);
  });

  it('remains when a second person tries to assign it and learns the assignee, unless that person takes it over', async () => {
    const id = await createReferred();
    expectStatus(200, await assign(underwriter, id));
    const before = await app.readFingerprint();
    const refused = await assign(colleague, id);
    expect(getRefusal(refused)).toEqual([400, '-400']);
    expect(refused.json().message).toContain('Staff underwriter');
    expect(getRefusal(await assign(colleague, id, { takeOver: false }))).toEqual([400, '-400']);
    expect(await app.readFingerprint()).toEqual(before);
    expectStatus(200, await assign(colleague, id, { takeOver: true }));
    expect(await getHolder(id)).toBe(colleague.userId);
    expect((await audited(id)).at(-1)).toMatchObject({ details: { userId: colleague.userId, formerUserId: underwriter.userId } });
  });

  it('goes to one of several simultaneous callers', async () => {
    const people = [underwriter, colleague, issuing, await StaffClient.open(app.running, 'underwriter')];
    for (let round = 0; round < 5; round += 1) {
      const id = await createReferred();
      const responses = await Promise.all(people.map((one) => assign(one, id)));
      const winners = people.filter((_, place) => responses[place]!.status === 200);
      expect(winners).toHaveLength(1);
      expect(responses.filter(({ status }) => status !== 200).map(getRefusal)).toEqual([...Array(3).keys()].map(() => [400, '-400']));
      expect(await getHolder(id)).toBe(winners[0]!.userId);
      expect(await audited(id)).toHaveLength(1);
    }
  });

  it('is set by underwriters and administrators for others; issuing assigns only itself', async () => {
    const id = await createReferred();
    expectStatus(200, await assign(admin, id, { userId: colleague.userId }));
    expectStatus(200, await assign(underwriter, id, { userId: issuing.userId, takeOver: true }));
    expect(await getHolder(id)).toBe(issuing.userId);
    expectStatus(204, await release(issuing, id));
    expectStatus(200, await assign(underwriter, id, { userId: colleague.userId }));
    const before = await app.readFingerprint();
    expect(getRefusal(await assign(issuing, id, { userId: underwriter.userId, takeOver: true }))).toEqual([403, '-203']);
    expect(getRefusal(await release(issuing, id))).toEqual([403, '-203']);
    expect(await app.readFingerprint()).toEqual(before);
    expectStatus(204, await release(admin, id));
    expect(await getHolder(id)).toBeNull();
  });

  it('goes only to an active user with the right role', async () => {
    const id = await createReferred();
    const gone = await StaffClient.open(app.running, 'underwriter');
    expectStatus(200, await admin.patch(`users/${gone.userId}`, { status: 'disabled' }));
    for (const userId of [gone.userId, admin.userId, 999_999]) {
      const response = await assign(underwriter, id, { userId });
      expect([response.status, listViolations(response)]).toEqual([400, [['userId', '-102']]]);
    }
    expect(listViolations(await assign(admin, id))).toEqual([['userId', '-102']]);
    for (const userId of ['me', 0, 1.5]) expect(listViolations(await assign(underwriter, id, { userId }))).toEqual([['userId', '-102']]);
    expect(await getHolder(id)).toBeNull();
  });

  it('ends when the user leaves, and anyone may be assigned', async () => {
    const id = await createReferred();
    const leaving = await StaffClient.open(app.running, 'underwriter');
    expectStatus(200, await assign(leaving, id));
    expectStatus(200, await admin.patch(`users/${leaving.userId}`, { status: 'disabled' }));
    const { application_no: number } = await agent.get(id);
    expect(await getHolder(id)).toBeNull();
    expect(expectStatus(200, await underwriter.get(`applications?assignee=none&number=${number}`)).json()).toMatchObject({ total: 1 });
    expect(expectStatus(200, await underwriter.get(`applications?assignee=${leaving.userId}`)).json()).toMatchObject({ total: 0 });
    expectStatus(200, await assign(colleague, id));
    expect(await getHolder(id)).toBe(colleague.userId);
  });

  it('stays when the application leaves the queue, so that it returns to the same person', async () => {
    const id = await createReferred();
    expectStatus(200, await assign(underwriter, id));
    expectStatus(200, await underwriter.decide(id, 'request_documents'));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expect(await getHolder(id)).toBe(underwriter.userId);
    expectStatus(200, await underwriter.decide(id, 'approve'));
    expect(await getHolder(id)).toBe(underwriter.userId);
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect(getRefusal(await assign(colleague, id, { takeOver: true }))).toEqual([400, '-401']);
    expectStatus(204, await release(underwriter, id));
  });

  it('is not part of previews or previous versions', async () => {
    const id = await createReferred();
    expectStatus(200, await assign(underwriter, id));
    expect((await getFile(id, '?asOf=2026-11-20T12:00:00')).assignee).toBeNull();
  });
});

describe('the notes on an application', () => {
  it('are listed oldest first, in the file and alone, with author and time', async () => {
    const id = await createReferred();
    const first = expectStatus(201, await note(underwriter, id)).json<Note>();
    expect(first).toEqual({
      id: first.id,
      text: NOTE,
      userId: underwriter.userId,
      userName: 'Staff underwriter',
      createdAt: '2026-11-20T10:00:00',
    });
    const second = expectStatus(201, await note(issuing, id, ' Ήρθαν. ')).json<Note>();
    expect(second.text).toBe('Ήρθαν.');
    expect((await getFile(id)).notes).toEqual([first, second]);
    const list = async (query = ''): Promise<unknown> => expectStatus(200, await issuing.get(`applications/${id}/notes${query}`)).json();
    expect(await list()).toEqual({ items: [first, second], start: 1, limit: 50, total: 2 });
    expect(await list('?start=2&limit=1')).toEqual({ items: [second], start: 2, limit: 1, total: 2 });
    expect((await getFile(id, '?asOf=2026-11-20T10:00:00')).notes).toEqual([first, second]);
    expect(expectStatus(200, await underwriter.get(`applications/${await createReferred()}`)).json<File>().notes).toEqual([]);
  });

  it.each([null, '', '  ', 'x'.repeat(2_001), 7, ['x']])('refuse the text %p', async (text) => {
    const id = await createReferred();
    const before = await app.readFingerprint();
    expect(listViolations(await note(underwriter, id, text)).map(([path]) => path)).toEqual(['text']);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('cannot be empty', async () => {
    const id = await createReferred();
    const response = await underwriter.post(`applications/${id}/notes`, {});
    expect(getRefusal(response)).toEqual([400, '-101']);
  });

  it('are limited in number, also for simultaneous ones', async () => {
    const id = await createReferred();
    await app.query(
      'production',
      `INSERT INTO application_note (application_id, user_id, user_name, text, created_at) SELECT $1, 1, 'x', 'x', now() FROM generate_series(1, $2)`,
      [id, MOST_NOTES - 2],
    );
    const responses = await Promise.all(Array.from({ length: 5 }, () => note(underwriter, id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400]);
    expect(responses.filter(({ status }) => status === 400).map(getRefusal)).toEqual([...Array(3).keys()].map(() => [400, '-405']));
    expect((await getFile(id)).notes).toHaveLength(MOST_NOTES);
  });

  it('cannot be changed or deleted', async () => {
    const id = await createReferred();
    expectStatus(201, await note(underwriter, id));
    for (const statement of [`UPDATE application_note SET text = ''`, 'DELETE FROM application_note', 'TRUNCATE application_note'])
      await expect(app.query('production', statement)).rejects.toThrow('append-only');
  });

  it('are refused for a missing application', async () => {
    for (const response of [
      await note(underwriter, 999_999),
      await issuing.get('applications/x/notes'),
      await assign(underwriter, 999_999),
    ])
      expect(getRefusal(response)).toEqual([400, '-300']);
    expect(getRefusal(await release(underwriter, 999_999))).toEqual([400, '-300']);
  });
});

describe('the view of an agent', () => {
  it('shows neither assignment nor notes: responses, version, history and events do not change', async () => {
    const id = await createReferred();
    const seen = async (): Promise<unknown> => [
      (await agent.client.get(agent.path(id))).text,
      (await agent.client.get(agent.path(id))).headers.etag,
      (await agent.client.get(`${agent.path()}?limit=100`)).text,
      await getHistory(agent, id),
      await app.query('production', 'SELECT count(*) FROM event'),
      await app.query('production', 'SELECT count(*) FROM document'),
      await app.query('production', 'SELECT updated_at, xmin FROM application WHERE id = $1', [id]),
    ];
    const before = await seen();
    const tables = await app.readFingerprint();
    expectStatus(200, await assign(underwriter, id));
    expectStatus(201, await note(underwriter, id));
    expect(await seen()).toEqual(before);
    const after = await app.readFingerprint();
    const changed = Object.keys(after).filter((table) => after[table] !== tables[table]);
    expect(changed.sort()).toEqual(['production.application_assignee', 'production.application_note']);
    expect(JSON.stringify(await app.query('production', 'SELECT details FROM gateway.audit_entry'))).not.toContain(NOTE);
  });

  it('shows nothing of them in another environment', async () => {
    const id = await createReferred();
    expectStatus(201, await note(underwriter, id));
    const sandbox = await StaffClient.open(app.running, 'underwriter', '/dev');
    expect(getRefusal(await sandbox.get(`applications/${id}/notes`))).toEqual([400, '-300']);
    expect(getRefusal(await assign(sandbox, id))).toEqual([400, '-300']);
  });
});

describe('the erasure of a person', () => {
  const PERSON = { 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη', 'client.afm': '094019245' };

  it('deletes the notes on the applications that name the person', async () => {
    const { id: own } = await agent.insert(agent.body(PERSON));
    const insured = { 'insured.last_name': 'Ξεχασμένου', 'insured.first_name': 'Λήθη', 'insured.afm': '094019245' };
    const { id: others } = await agent.insert(agent.body(insured));
    for (const id of [own, others]) {
      expectStatus(201, await note(underwriter, id, 'Μίλησα με τη Λήθη Ξεχασμένου (094019245), συμφωνεί.'));
      expectStatus(204, await agent.act(id, 'DELETE'));
    }
    await app.registerParties();
    expectStatus(200, await admin.erase(await app.getParty('production', '094019245')));
    for (const id of [own, others]) expect((await getFile(id)).notes.map(({ text }) => text)).toEqual(['—']);
  });
});
