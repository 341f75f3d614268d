import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { HttpResponse, Client } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let others: Record<Environment, FireAgent>;
let staff: Client;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent({ code: 'A100' });
  others = await app.createAgent({ code: 'A200' });
  ({ client: staff } = await createStaff(app.running, 'issuing'));
});
afterAll(() => app.stop());

const REQUEST = { category: 'MOTOR-CLAIMS', subject: ' Πράσινη κάρτα ', body: 'Ο πελάτης ταξιδεύει.\nΠότε θα σταλεί;' };
const MISSING = 'SR-26-999999-A';
const MALFORMED = ['1', 'abc', 'SR-26-000001-', '0', '%20', "1'--"];

describe.each(ENVIRONMENTS)('service requests in %s', (environment) => {
  const pathOf = (id = ''): string => `${agents[environment].root}/service-requests-api/resources/srs${id && `/${id}`}`;
  const inbox = (id = ''): string => `${agents[environment].root}/backoffice-api/service-requests${id && `/${id}`}`;
  const post = (body: unknown, agent = agents[environment]): Promise<HttpResponse> => agent.client.post(pathOf(), body);
  const find = (id: string, agent = agents[environment]): Promise<HttpResponse> => agent.client.get(pathOf(id));
  const list = async (query = '', agent = agents[environment]): Promise<string[]> => idsOf(await agent.client.get(pathOf() + query));
  const resolve = (id: string, change: unknown): Promise<HttpResponse> => staff.patch(inbox(id), change);

  function idsOf(response: HttpResponse): string[] {
    const rows = expectStatus(200, response).json<{ serviceRequestId: string }[]>();
    return rows.map(({ serviceRequestId }) => serviceRequestId);
  }

  async function create(changes: object = {}, agent = agents[environment]): Promise<string> {
    return expectStatus(201, await post({ ...REQUEST, ...changes }, agent)).json<{ serviceRequestId: string }>().serviceRequestId;
  }

  it('are created with a number for the phone, 201, Location and the id', async () => {
    const response = expectStatus(201, await post(REQUEST));
    const { serviceRequestId } = response.json<{ serviceRequestId: string }>();
    expect(response.json()).toEqual({ serviceRequestId: expect.stringMatching(/^SR-26-\d{6}-[A-Z]$/) as string });
    expect(response.headers['location']).toMatch(new RegExp(`^https://[^/]+${pathOf(serviceRequestId)}$`));
    const expected = {
      serviceRequestId,
      category: 'MOTOR-CLAIMS',
      categoryTitle: 'Ζημιές αυτοκινήτου',
      subject: 'Πράσινη κάρτα',
      body: REQUEST.body,
      status: 'OPEN',
      answer: null,
      createdAt: '2026-11-20T10:00:00',
      answeredAt: null,
      closedAt: null,
    };
    expect((await find(serviceRequestId)).json()).toEqual(expected);
    expect((await find(serviceRequestId.toLowerCase())).json()).toEqual(expected);
    const english = await agents[environment].client.get(pathOf(serviceRequestId), { headers: { 'Accept-Language': 'en' } });
    expect(english.json()).toMatchObject({ categoryTitle: 'Motor claims' });
  });

  it.each([
    ['an unknown category', { category: 'MOON' }, [['category', '-900']]],
    ['a category that is no text', { category: 7 }, [['category', '-102']]],
    [
      'nothing',
      { category: null, subject: ' ', body: '' },
      [
        ['category', '-101'],
        ['subject', '-101'],
        ['body', '-101'],
      ],
    ],
    ['a subject too long', { subject: 'α'.repeat(201) }, [['subject', '-102']]],
    ['a body too long', { body: 'α'.repeat(4001) }, [['body', '-102']]],
    ['a body that cannot be kept', { body: 'a\u0000b' }, [['body', '-102']]],
  ] as [string, object, [string, string][]][])('are refused with %s', async (_, changes, violations) => {
    await expectViolations(app, () => post({ ...REQUEST, ...changes }), ...violations);
  });

  it('accept texts of the maximum length', async () => {
    await create({ subject: 'α'.repeat(200), body: 'β'.repeat(4000) });
  });

  it('belong to the agent: all others, missing and malformed ones get the same error', async () => {
    const foreign = await create({}, others[environment]);
    const responses = await expectAllRefused(
      app,
      [foreign, MISSING, ...MALFORMED].map((id) => [() => find(id), { code: '-304' }]),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await list()).not.toContain(foreign);
    expect(await list('', others[environment])).toContain(foreign);
  });

  it('are listed newest first, by status, with total and links', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    expect((await list()).slice(0, 3)).toEqual([third, second, first]);
    const page = await agents[environment].client.get(`${pathOf()}?start=2&limit=1`);
    expect(idsOf(page)).toEqual([second]);
    expect(page.headers['x-total-count']).toBe(String((await list('?limit=500')).length));
    expect(page.headers['link']).toContain('start=3&limit=1>; rel="next"');
    expectStatus(200, await resolve(second, { answer: 'Ναι.' }));
    expect(await list('?status=ANSWERED')).toEqual([second]);
    await expectViolations(app, () => agents[environment].client.get(`${pathOf()}?status=LOST`), ['status', '-105']);
    await expectViolations(app, () => agents[environment].client.get(`${pathOf()}?limit=501`), ['limit', '-105']);
  });

  describe('service requests at the back office', () => {
    it('are in the inbox of all agents, the longest waiting first', async () => {
      const [mine, theirs] = [await create({ category: 'GDPR' }), await create({ category: 'GDPR' }, others[environment])];
      const { items, ...page } = expectStatus(200, await staff.get(`${inbox()}?status=OPEN&category=GDPR`)).json<{ items: object[] }>();
      expect(page).toEqual({ start: 1, limit: 50, total: 2 });
      expect(items).toEqual([
        expect.objectContaining({ serviceRequestId: mine, agentCode: 'A100', status: 'OPEN', createdAt: '2026-11-20T10:00:00' }),
        expect.objectContaining({ serviceRequestId: theirs, agentCode: 'A200' }),
      ]);
      expect((await staff.get(inbox(mine))).json()).toEqual(items[0]);
      expect((await staff.get(`${inbox()}?category=GDPR&agentCode=A200`)).json()).toMatchObject({ total: 1 });
    });

    it('are answered, answered again and closed; the agent reads it, and every step is stored', async () => {
      const id = await create();
      expect(expectStatus(200, await resolve(id, { answer: ' Αύριο. ' })).json()).toMatchObject({ status: 'ANSWERED', answer: 'Αύριο.' });
      expect((await find(id)).json()).toMatchObject({
        status: 'ANSWERED',
        answer: 'Αύριο.',
        answeredAt: '2026-11-20T10:00:00',
        closedAt: null,
      });
      expectStatus(200, await resolve(id, { answer: 'Σήμερα.', status: 'ANSWERED' }));
      expectStatus(200, await resolve(id, { status: 'CLOSED' }));
      expect((await find(id)).json()).toMatchObject({ status: 'CLOSED', answer: 'Σήμερα.', closedAt: '2026-11-20T10:00:00' });
      const events = await app.query(
        environment,
        `SELECT e.status, e.answer FROM service_request_event e JOIN service_request r ON r.id = e.service_request_id WHERE r.number = $1 ORDER BY e.id`,
        [id],
      );
      expect(events).toEqual([
        { status: 'ANSWERED', answer: 'Αύριο.' },
        { status: 'ANSWERED', answer: 'Σήμερα.' },
        { status: 'CLOSED', answer: 'Σήμερα.' },
      ]);
      await expectRefused(app, () => resolve(id, { answer: 'Ποτέ.' }), { code: '-401' });
      await expectRefused(app, () => resolve(id, { status: 'CLOSED' }), { code: '-401' });
    });

    it('can be answered and closed at once, or closed without an answer', async () => {
      expect((await resolve(await create(), { answer: 'Έγινε.', status: 'CLOSED' })).json()).toMatchObject({
        status: 'CLOSED',
        answer: 'Έγινε.',
      });
      expect((await resolve(await create(), { status: 'CLOSED' })).json()).toMatchObject({
        status: 'CLOSED',
        answer: null,
        answeredAt: null,
      });
    });

    it('are closed once by simultaneous calls', async () => {
      const id = await create();
      const responses = await Promise.all(Array.from({ length: 6 }, () => resolve(id, { status: 'CLOSED' })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it.each([
      ['nothing', {}, ['answer', '-101']],
      ['ANSWERED without an answer', { status: 'ANSWERED', answer: ' ' }, ['answer', '-101']],
      ['an answer too long', { answer: 'α'.repeat(4001) }, ['answer', '-102']],
      ['another status', { answer: 'x', status: 'OPEN' }, ['status', '-102']],
    ] as [string, object, [string, string]][])('refuse %s', async (_, change, violation) => {
      const id = await create();
      await expectViolations(app, () => resolve(id, change), violation);
    });

    it('get the same error for missing and malformed numbers', async () => {
      const calls = [MISSING, ...MALFORMED].flatMap((id) => [() => staff.get(inbox(id)), () => resolve(id, { answer: 'x' })]);
      await expectAllRefused(
        app,
        calls.map((call) => [call, { code: '-304' }]),
      );
    });

    it('are not open to agents or without a session', async () => {
      const id = await create();
      const { client } = await createStaff(app.running, 'agent', 'A100');
      for (const call of [() => client.get(inbox()), () => client.get(inbox(id)), () => client.patch(inbox(id), { answer: 'x' })])
        expect((await call()).status).toBe(403);
      expect((await app.running.client.get(inbox())).status).toBe(401);
    });
  });
});
