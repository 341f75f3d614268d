import { addDays, addMonths, toLocalDate } from '../../src/common/athens.js';
import { openAgentConsole } from '../support/agent-console.js';
import { CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { expectStatus, FireApp, listViolations, type FireAgent, type FireEntity } from '../support/fire-app.js';
import type { Client, HttpResponse } from '../support/client.js';
import { StaffClient } from '../support/staff-client.js';

const TODAY = CHARGE_TIME.slice(0, 10);
const REFERRED = { 'objects_insured[0].illegal': '1' };
const PORTFOLIO = '/backoffice-api/portfolio';
const MESSAGE = { code: 'UW-1', severity: 'error', path: '' };

describe('what waits for an agent', () => {
  let app: FireApp;
  let agent: FireAgent;
  let other: Client;
  let user: Client;
  let underwriter: StaffClient;

  let policy: FireEntity;
  let strangerCode: string;

  /** Moves the clock to the morning of a day, and signs the users in again. */
  const moveTo = async (day: string): Promise<void> => {
    app.clock.set(`${day}T08:00:00Z`);
    user = await openAgentConsole(app.running, agent.access.agentCode);
    other = await openAgentConsole(app.running, strangerCode);
  };

  beforeAll(async () => {
    app = await FireApp.start();
    app.clock.set(CHARGE_TIME);
    agent = (await app.createAgent()).production;
    strangerCode = (await app.createAgent({ code: '30001' })).production.access.agentCode;
    policy = await createPolicy(agent, { ...QUARTERLY, start_date: TODAY });
    await moveTo(TODAY);
    underwriter = await StaffClient.open(app.running, 'underwriter');
  });
  afterAll(() => app.stop());

  const refer = async (): Promise<number> => {
    const { id } = await agent.insertIn('25', REFERRED);
    expectStatus(205, await agent.act(id, 'request_approval'));
    return id;
  };
  const listOf = async (client: Client, task: string): Promise<number[]> => {
    const { items } = expectStatus(200, await client.get(`${PORTFOLIO}?task=${task}`)).json<{ items: { id: number }[] }>();
    return items.map(({ id }) => id).sort((one, next) => one - next);
  };
  const countsOf = async (client: Client): Promise<Record<string, number>> => {
    const body = expectStatus(200, await client.get('/backoffice-api/overview')).json<{
      portfolio: { tasks: { task: string; count: number }[] };
    }>();
    return Object.fromEntries(body.portfolio.tasks.map(({ task, count }) => [task, count]));
  };
  /** Expects these applications in the list of a task and in its count, and nothing for another agent. */
  const expectTask = async (task: string, ids: readonly number[]): Promise<void> => {
    expect([await listOf(user, task), (await countsOf(user))[task] ?? 0]).toEqual([ids, ids.length]);
    expect([await listOf(other, task), await countsOf(other)]).toEqual([[], {}]);
  };

  it('has applications that were returned, until they are corrected', async () => {
    const id = await refer();
    await agent.insertIn('00');
    expectStatus(200, await underwriter.decide(id, 'return', { messages: [{ ...MESSAGE, text: 'Διορθώστε το έτος.' }] }));
    await expectTask('RETURNED', [id]);
    expectStatus(200, await agent.act(id, 'calc'));
    await expectTask('RETURNED', []);
  });

  it('has applications for which documents were asked', async () => {
    const id = await refer();
    expectStatus(200, await underwriter.decide(id, 'request_documents', { messages: [{ ...MESSAGE, text: 'Φωτογραφίες.' }] }));
    await expectTask('DOCUMENTS', [id]);
    expectStatus(205, await agent.act(id, 'request_approval'));
    await expectTask('DOCUMENTS', []);
  });

  it('has applications that were approved with terms, and not those without', async () => {
    const [withTerms, without] = [await refer(), await refer()];
    expectStatus(200, await underwriter.decide(withTerms, 'approve_with_terms', { terms: { loadingPercent: 20 } }));
    expectStatus(200, await underwriter.decide(without, 'approve'));
    await expectTask('TERMS', [withTerms]);
  });

  it('has payment codes from three days before they expire', async () => {
    const { id } = await createPrepaid(agent);
    const [row] = await app.query<{ pay_by: Date }>('production', 'SELECT pay_by FROM application WHERE id = $1', [id]);
    const expires = toLocalDate(row!.pay_by);
    await moveTo(addDays(expires, -5));
    await expectTask('PAYMENT_CODES', []);
    await moveTo(addDays(expires, -4));
    await expectTask('PAYMENT_CODES', [id]);
  });

  it('has policies with an overdue instalment, and those that can be renewed within 60 days', async () => {
    const { id, end_date: end } = policy;
    await moveTo(addDays(addMonths(TODAY, 3), -1));
    await expectTask('OVERDUE', []);
    await moveTo(addMonths(TODAY, 3));
    await expectTask('OVERDUE', [id]);
    await moveTo(addDays(end, -61));
    await expectTask('RENEWALS', []);
    await moveTo(addDays(end, -60));
    await expectTask('RENEWALS', [id]);
  });

  const find = async (client: Client, query: string): Promise<number[]> => {
    const { items } = expectStatus(200, await client.get(`${PORTFOLIO}?${query}`)).json<{ items: { id: number }[] }>();
    return items.map(({ id }) => id);
  };

  it('finds one contract of the agent by its id', async () => {
    const query = `id=${policy.id}`;
    expect([await find(user, query), await find(other, query), await find(user, `${query}&line=motor`)]).toEqual([[policy.id], [], []]);
    const refused = await user.get(`${PORTFOLIO}?id=F1`);
    expect([refused.status, listViolations(refused)]).toEqual([400, [['id', '-105']]]);
  });

  it('has a filter for the days on which an instalment is due', async () => {
    const due = addMonths(TODAY, 3);
    const day = `dueFrom=${due}&dueTo=${due}`;
    expect([await find(user, day), await find(other, day)]).toEqual([[policy.id], []]);
    expect(await find(user, `dueTo=${addDays(due, -1)}`)).toEqual([]);
    expect(await find(user, `${day}&line=motor`)).toEqual([]);
    const refused = await user.get(`${PORTFOLIO}?dueFrom=tomorrow`);
    expect([refused.status, listViolations(refused)]).toEqual([400, [['dueFrom', '-105']]]);
  });

  it('combines with the other filters, and refuses an unknown task and another agent', async () => {
    const both = expectStatus(200, await user.get(`${PORTFOLIO}?task=DOCUMENTS&line=motor`)).json<{ total: number }>();
    expect(both.total).toBe(0);
    const refused: HttpResponse = await user.get(`${PORTFOLIO}?task=EVERYTHING`);
    expect([refused.status, listViolations(refused)]).toEqual([400, [['task', '-105']]]);
    const foreign = await user.get(`${PORTFOLIO}?task=TERMS&agent=30001`);
    expect([foreign.status, foreign.json()['error']]).toEqual([403, '-202']);
  });
});
