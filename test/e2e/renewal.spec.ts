import { jest } from '@jest/globals';
import { getBalance, charge, listLedgerEntries, createPolicy, parseLinks, QUARTERLY, listReceipts } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import type { Changes } from '../support/json-changes.js';
import { expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: FireAgent;
let sandbox: FireAgent;
let stranger: FireAgent;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox } = await app.createAgent());
  stranger = (await app.createAgent({ code: 'B200' })).production;
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => moveTo(MORNING));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const one of [agent, sandbox, stranger]) await one.renewToken();
  await underwriter.renewSession();
}

const ANNIVERSARY = '2027-11-30';
const NEAR = '2027-11-01T08:00:00Z';
const AFTER = '2027-11-30T08:00:00Z';
/** Changes that refer the policy to the underwriter, also at its renewal. */
const REFERRED: Changes = { 'objects_insured[0].illegal': '1' };
const CHILDREN: Changes = {
  'objects_insured[0].claims_history': [{ claim_date: '2025-03-01', claim_amount: 800.5 }],
  'objects_insured[0].mortgages_loans': [{ bank_id: '017', amount_loan: 50000 }],
};

const renewedBy = async (id: number): Promise<FireEntity> => expectStatus(205, await charge(agent, id)).json<FireEntity>();
const run = (): Promise<number> => app.runDueWork('production');
const listSteps = async (id: number): Promise<readonly string[]> => (await getHistory(agent, id)).transitions;

/** Creates a policy that an underwriter approved with a loading. */
async function approvedPolicy(): Promise<FireEntity> {
  const { id } = await agent.insert(agent.body(REFERRED));
  expectStatus(205, await agent.act(id, 'request_approval'));
  expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 50 } }));
  expectStatus(205, await agent.act(id, 'prepay'));
  return expectStatus(205, await charge(agent, id)).json<FireEntity>();
}

describe('the renewal of a fire policy', () => {
  it('is issued at once when nobody must review it', async () => {
    const policy = await createPolicy(agent, CHILDREN);
    await moveTo(NEAR);
    const before = await getBalance(app, 'A100');
    const response = expectStatus(205, await charge(agent, policy.id));
    const renewal = response.json<FireEntity>();
    expect(renewal).toMatchObject({
      type: 'POLICY',
      status_code: '50',
      policy_no: `${policy.policy_no}-27`,
      issue_date: '2027-11-01',
      agent_code: 'A100',
      start_date: ANNIVERSARY,
      end_date: '2028-11-30',
      renewal_of: policy.id,
      renewed_by: null,
      client: policy.client,
      last_receipt: { instalment_no: 1, gross: renewal.pricing?.gross },
    });
    expect(Object.keys(parseLinks(response)).sort()).toEqual(['policy', 'receipt']);
    expect(renewal.links.find(({ rel }) => rel === 'renewal_of')?.href).toMatch(new RegExp(`/fire-api/rsc/applications/${policy.id}$`));
    expect(await agent.get(renewal.id)).toEqual(renewal);
    expect((await listReceipts(agent, renewal.id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['RENEWAL PAID']);
    expect(await getBalance(app, 'A100')).toBeCloseTo(before + (renewal.pricing?.gross ?? 0), 2);
    expect(await listLedgerEntries(app, renewal.id)).toContain(`CHARGE agent:A100 ${renewal.pricing?.gross.toFixed(2)}`);

    const now = await agent.get(policy.id);
    expect(now).toEqual({
      ...policy,
      renewed_by: renewal.id,
      version: policy.version + 1,
      updated_at: '2027-11-01T10:00:00',
      links: [...policy.links, { rel: 'renewal', href: policy.links[0]?.href.replace(/\d+$/, String(renewal.id)) }],
    });
    expect([await listSteps(policy.id), await listSteps(renewal.id)]).toEqual([
      ['- insert 01', '01 prepay 45', '45 issue 50', '50 renew 50'],
      ['- insert 01', '01 issue_renewal 50'],
    ]);
  });

  it('copies its children, with new ids', async () => {
    const policy = await createPolicy(agent, CHILDREN);
    await moveTo(NEAR);
    const renewal = await renewedBy(policy.id);
    const [previous, object] = [policy.objects_insured[0], renewal.objects_insured[0]];
    const idsOf = (of: typeof object) => [of?.object_id, ...(of?.claims_history ?? []).map((claim) => claim.claim_id)];
    expect(idsOf(object).some((id) => idsOf(previous).includes(id))).toBe(false);
    expect({ ...object, object_id: 0, claims_history: [] }).toEqual({ ...previous, object_id: 0, claims_history: [] });
    expect(object?.claims_history).toMatchObject([{ claim_date: '2025-03-01', claim_amount: 800.5 }]);
  });

  it('adds the persons of the policy to those of the agent', async () => {
    const policy = await createPolicy(agent, { 'client.afm': '090000045' });
    await moveTo(NEAR);
    const renewal = await renewedBy(policy.id);
    const afmsOf = async (id: number): Promise<string[]> => {
      const path = `${agent.root}/parties-api/resources/parties?policyId=${id}`;
      return expectStatus(200, await agent.client.get(path))
        .json<{ afm: string }[]>()
        .map(({ afm }) => afm);
    };
    expect(await afmsOf(renewal.id)).toContain('090000045');
    expect(await afmsOf(renewal.id)).toEqual(await afmsOf(policy.id));
  });

  it('is possible from 60 days before the anniversary until it, and once', async () => {
    const { id } = await createPolicy(agent);
    await moveTo('2027-09-30T20:59:59Z');
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    await moveTo('2027-09-30T21:00:00Z');
    const renewal = await renewedBy(id);
    const refused = await expectRefused(app, () => charge(agent, id), { code: '-702' });
    expect(refused.json<{ message: string }>().message).toContain(renewal.application_no);
    expect(refused.json()).toMatchObject({ reason: 'RENEWED' });
    expect(parseLinks(refused)).toEqual({ renewal: agent.path(renewal.id) });

    await moveTo(MORNING);
    const { id: late } = await createPolicy(agent);
    await moveTo('2027-11-29T22:00:00Z');
    await expectRefused(app, () => charge(agent, late), { code: '-702' });
  });

  it('is possible only for its own agent in its own environment', async () => {
    const { id } = await createPolicy(agent);
    await moveTo(NEAR);
    for (const other of [stranger, sandbox]) await expectRefused(app, () => charge(other, id), { code: '-300' });
  });

  it('is refused, like payment, when the policy is unpaid beyond its grace, also before the clock has run', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    for (const instant of ['2027-02-20T08:00:00Z', '2027-05-20T08:00:00Z']) {
      await moveTo(instant);
      expectStatus(205, await charge(agent, id));
    }
    await moveTo('2027-08-31T08:00:00Z');
    await run();
    expect((await agent.get(id)).status_code).toBe('55');
    // No due work ran since then.
    await moveTo('2027-10-02T08:00:00Z');
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
  });

  it('is refused over the credit limit, and leaves nothing', async () => {
    const limited = (await app.createAgent({ code: 'L300', creditLimit: '400.00' })).production;
    const { id } = await createPolicy(limited);
    app.clock.set(NEAR);
    await limited.renewToken();
    await expectRefused(app, () => charge(limited, id), { code: '-706' });
  });

  it('uses the version that the caller names', async () => {
    const { id, version } = await createPolicy(agent);
    await moveTo(NEAR);
    const path = `/collection-api/applications/${id}/charge`;
    const chargeIf = (tag: string) => agent.client.call('PUT', path, { headers: { 'If-Match': tag } });
    await expectRefused(app, () => chargeIf(`"${version - 1}"`), { status: 412, code: '-402' });
    expectStatus(205, await chargeIf(`"${version}"`));
  });
});

describe('a renewal that needs a review', () => {
  it('is stored as referred, without the previous approval, and follows the normal process', async () => {
    const policy = await approvedPolicy();
    expect(policy.pricing?.gross).toBeGreaterThan(400);
    await moveTo(NEAR);
    const response = expectStatus(205, await charge(agent, policy.id));
    const renewal = response.json<FireEntity>();
    expect(renewal).toMatchObject({
      type: 'APPLICATION',
      status_code: '25',
      policy_no: `${policy.policy_no}-27`,
      renewal_of: policy.id,
      issue_date: null,
      last_receipt: null,
      pricing: { gross: 332.64 },
      outcome: 'RENEWAL_PREPARED',
    });
    expect(response.headers['x-outcome']).toBe('RENEWAL_PREPARED');
    const [reported] = renewal.messages;
    expect(reported).toMatchObject({ code: 'RENEWAL_NOT_CHARGED', severity: 'warning', path: 'application' });
    expect(reported?.text).toMatch(/απαιτεί έγκριση και δεν εκδόθηκε· δεν έγινε χρέωση/);
    expect(parseLinks(response)).toEqual({ renewal: agent.path(renewal.id) });
    expect(await listReceipts(agent, renewal.id)).toEqual([]);
    const seen = [policy, renewal].map(async ({ id }) => (await underwriter.get(`applications/${id}`)).json());
    expect(await Promise.all(seen)).toMatchObject([{ renewedBy: renewal.id }, { renewalOf: policy.id, status: '25' }]);
    await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });

    expectStatus(205, await agent.act(renewal.id, 'request_approval'));
    expectStatus(200, await underwriter.decide(renewal.id, 'approve'));
    expectStatus(205, await agent.act(renewal.id, 'prepay'));
    const issuedRenewal = expectStatus(205, await charge(agent, renewal.id)).json<FireEntity>();
    expect(issuedRenewal).toMatchObject({ status_code: '50', policy_no: `${policy.policy_no}-27` });
    expect((await listReceipts(agent, renewal.id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['RENEWAL PAID']);
    await moveTo(AFTER);
    await run();
    expect([await listSteps(policy.id), (await agent.get(renewal.id)).status_code]).toEqual([
      expect.arrayContaining(['50 renewal_starts 65']) as string[],
      '50',
    ]);
  });

  it('is completed by the agent when its rules require it', async () => {
    const policy = await createPolicy(agent);
    // The consents became required since then, so they are missing today.
    await app.query(
      'production',
      `UPDATE application SET questionnaire = jsonb_set(questionnaire::jsonb, '{client,consents}', '[]')::json, version = version + 1 WHERE id = $1`,
      [policy.id],
    );
    await moveTo(NEAR);
    const renewal = await renewedBy(policy.id);
    expect(renewal).toMatchObject({
      status_code: '00',
      pricing: null,
      messages: [{ code: 'RENEWAL_NOT_CHARGED' }, { code: 'F00-10', severity: 'error' }],
    });
    expect(await agent.update(renewal.id, { client: policy.client, insured: policy.insured })).toMatchObject({
      status_code: '01',
      messages: [],
    });
    expectStatus(205, await agent.act(renewal.id, 'prepay'));
    expect(expectStatus(205, await charge(agent, renewal.id)).json()).toMatchObject({ status_code: '50', renewal_of: policy.id });
  });

  it('allows another one after it is cancelled', async () => {
    const policy = await approvedPolicy();
    await moveTo(NEAR);
    const first = await renewedBy(policy.id);
    expectStatus(204, await agent.act(first.id, 'DELETE'));
    const second = await renewedBy(policy.id);
    expect([second.id > first.id, second.policy_no]).toEqual([true, `${policy.policy_no}-27-2`]);
    expect((await agent.get(policy.id)).renewed_by).toBe(second.id);
    await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
    expectStatus(204, await agent.act(second.id, 'DELETE'));
    expect((await renewedBy(policy.id)).policy_no).toBe(`${policy.policy_no}-27-3`);
  });

  it('lets the policy end when it was not issued in time', async () => {
    const policy = await approvedPolicy();
    await moveTo(NEAR);
    const renewal = await renewedBy(policy.id);
    await moveTo('2027-11-29T22:00:00Z');
    await run();
    expect([(await listSteps(policy.id)).at(-1), (await agent.get(renewal.id)).status_code]).toEqual(['50 expire 60', '25']);
  });
});

it('an active renewal exists at most once, which the database enforces', async () => {
  const policy = await approvedPolicy();
  await moveTo(NEAR);
  const renewal = await renewedBy(policy.id);
  const copy = `
    INSERT INTO application (id, line, application_no, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name,
      questionnaire, calculated_at, last_action, updated_by, created_at, updated_at, renewal_of)
    SELECT nextval('application_id_seq'), line, application_no || 'X', '00', agent_code, start_date, end_date, pay_frequency_months, client_afm,
      client_name, questionnaire, calculated_at, last_action, updated_by, created_at, updated_at, renewal_of FROM application WHERE id = $1`;
  await expect(app.query('production', copy, [renewal.id])).rejects.toThrow(/application_renewal_of_key/);
});
