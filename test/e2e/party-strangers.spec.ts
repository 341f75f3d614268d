import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, listViolations, FireApp, type FireAgent } from '../support/fire-app.js';
import { buildMotorBody, MotorAgent } from '../support/motor.js';
import { createAfm, buildPartyBody, PartyClient } from '../support/party-client.js';
import { expectViolations } from '../support/expect-error.js';

let app: FireApp;
let strangers: Record<Environment, FireAgent>;
let probers: Record<Environment, FireAgent>;

beforeAll(async () => {
  app = await FireApp.start();
  strangers = await app.createAgent({ code: 'STRANGER' });
  probers = await app.createAgent({ code: 'PROBER' });
});
afterAll(() => app.stop());

type Person = Record<string, unknown>;

function coOwner(agent: FireAgent, fields: Person): Person {
  return { ...agent.body().fire_application.insured, amka: undefined, ...fields };
}

/** Normalizes a response: replaces ids of ten digits, the root of the environment and values that differ by call. */
function toVisible({ status, headers, text }: HttpResponse): unknown {
  const own = new Set([
    'content-length',
    'date',
    'x-request-id',
    'server-timing',
    'x-ratelimit-remaining',
    'ratelimit',
    'x-token-expires-in',
  ]);
  const kept = Object.entries(headers).map(([name, value]) => [name, own.has(name) ? '' : String(value)]);
  return JSON.parse(
    JSON.stringify([status, kept, text])
      .replace(/\b[12]\d{9}\b/g, '#')
      .replaceAll('/dev/', '/'),
  );
}

describe('another agent’s customer and an unknown AFM', () => {
  /** In production the AFM belongs to a customer of the stranger; in the sandbox the stranger has another customer. */
  async function prepare(environment: Environment, afm: string): Promise<void> {
    const stranger = strangers[environment];
    const known = environment === 'production' ? afm : createAfm();
    await new PartyClient(stranger).insert(buildPartyBody({ afm: known, occupationCode: '2310' }));
    await stranger.insert(stranger.body({ 'client.afm': known, 'client.last_name': 'Παπαδόπουλος', 'client.birth_date': '1980-05-17' }));
    await app.registerParties();
  }

  /** Sends every call about a person that an agent can make, with right and wrong guesses. */
  async function probe(agent: FireAgent, afm: string): Promise<unknown[]> {
    const parties = new PartyClient(agent);
    const seen: HttpResponse[] = [];
    const see = async (response: HttpResponse | Promise<HttpResponse>): Promise<HttpResponse> => {
      seen.push(await response);
      return seen.at(-1)!;
    };
    const guess = buildPartyBody({ afm, fathersName: undefined, gender: undefined, partyAddresses: [], partyContacts: [] });
    await see(parties.search({ afm }));
    await see(parties.post({ ...guess, partyAddresses: [{ addressId: 1, inUse: '0' }] }));
    const changes = { 'client.afm': afm, 'client.last_name': 'Παπαδόπουλος', 'client.birth_date': '1980-05-17' };
    const owners = [coOwner(agent, { afm: '090000045', last_name: 'Τρίτος' })];
    const { id } = (await see(agent.post(agent.body({ ...changes, 'objects_insured[0].co-owners': owners })))).json<{ id: number }>();
    await see(parties.search({ afm }));
    await see(parties.search({ policyId: id }));
    const { partyId } = (await see(parties.post(guess))).json<{ partyId: number }>();
    await see(parties.find(partyId));
    await see(parties.post({ ...guess, lastName: 'Άλλος', birthdate: '1990-01-01' }));
    await see(parties.post({ ...guess, personType: '2' }));
    await app.registerParties();
    await see(parties.post({ ...guess, partyContacts: [{ contactType: 'MOBILE', contact: '6912345678' }] }));
    await see(parties.find(partyId));
    await see(parties.search({ name: 'παπαδ' }));
    await see(parties.search({ contact: '6912345678' }));
    await see(parties.search({ limit: 1 }));
    await see(agent.act(id, 'DELETE'));
    await see(new MotorAgent(agent).post(buildMotorBody({ 'client.afm': afm, 'client.lastName': 'Παπαδόπουλος' })));
    return seen.map(toVisible);
  }

  it('get byte for byte the same responses to the same calls', async () => {
    const afm = createAfm();
    const reported: unknown[][] = [];
    for (const environment of ENVIRONMENTS) {
      await prepare(environment, afm);
      const view = () => new PartyClient(strangers[environment]).search();
      const before = (await view()).text;
      reported.push(await probe(probers[environment], afm));
      await app.registerParties();
      expect((await view()).text).toBe(before);
    }
    expect(reported[0]).toEqual(reported[1]);
    expect(reported[0]).toHaveLength(16);
  });
});

describe('a thousand guesses in one application', () => {
  const MANY = Array.from({ length: 50 }, (_, index) => index);
  const bodyOf = (agent: FireAgent, fields: (n: number) => Person): unknown => {
    const [object] = agent.body().fire_application.objects_insured;
    const objects = MANY.map((n) => ({
      ...object,
      claims_history: [],
      mortgages_loans: [],
      'co-owners': Array.from({ length: 20 }, (_, index) => coOwner(agent, fields(n * 20 + index))),
    }));
    return agent.body({ objects_insured: objects });
  };

  it('of a birth date are refused and change nothing', async () => {
    const [agent, stranger] = [probers.sandbox, new PartyClient(strangers.sandbox)];
    const victim = buildPartyBody();
    const partyId = await stranger.insert(victim);
    const view = (await stranger.find(partyId)).text;
    const before = await app.readFingerprint();
    const day = (n: number) => new Date(Date.UTC(1980, 0, 1 + n)).toISOString().slice(0, 10);
    const response = await agent.post(bodyOf(agent, (n) => ({ afm: victim['afm'], last_name: victim['lastName'], birth_date: day(n) })));
    expect([response.status, response.json()['error']]).toEqual([400, '-102']);
    expect(listViolations(response)[0]).toEqual(['fire_application.objects_insured[0].co-owners[0].birth_date', '-102']);
    expect(listViolations(response).length).toBeLessThanOrEqual(100);
    expect(await app.readFingerprint()).toEqual(before);
    // A correct guess reveals nothing either.
    const right = { afm: victim['afm'], last_name: victim['lastName'], birth_date: victim['birthdate'], father_name: 'Άγνωστος' };
    await agent.insert(agent.body({ 'objects_insured[0].co-owners': [coOwner(agent, right)] }));
    const [own] = expectStatus(200, await new PartyClient(agent).search({ afm: String(victim['afm']) })).json<Person[]>();
    expect(own).toMatchObject({ fathersName: 'Άγνωστος', occupationCode: '2310', partyContacts: [{}, {}] });
    expect(JSON.stringify(own)).not.toContain('Ερμού');
    expect((await new PartyClient(agent).find(partyId)).json()).toMatchObject({ error: '-302' });
    expect((await stranger.find(partyId)).text).toBe(view);
  });

  it('of AFMs reserve none: the agent of the person inserts it later unchanged', async () => {
    const [agent, rightful] = [probers.sandbox, new PartyClient(strangers.sandbox)];
    const afms = Array.from({ length: 1000 }, () => createAfm());
    const view = (await rightful.search({ limit: 5000 })).text;
    expectStatus(201, await agent.post(bodyOf(agent, (n) => ({ afm: afms[n], last_name: 'Ψεύτικος' }))));
    await app.registerParties();
    expect((await rightful.search({ limit: 5000 })).text).toBe(view);
    for (const afm of [afms[0]!, afms[999]!]) {
      const partyId = await rightful.insert(buildPartyBody({ afm }));
      expect(await rightful.get(partyId)).toMatchObject({ afm, lastName: 'Παπαδόπουλος' });
    }
  });
});

describe('the persons of one AFM in an application', () => {
  const CLIENT = 'fire_application.client';
  const INSURED = 'fire_application.insured';

  it('have one last name and birth date, in any letters', async () => {
    const { sandbox: agent } = probers;
    await expectViolations(
      app,
      () => agent.post(agent.body({ 'client.last_name': 'Άλλη' })),
      [`${CLIENT}.last_name`, '-102'],
      [`${INSURED}.last_name`, '-102'],
    );
    await expectViolations(
      app,
      () => agent.post(agent.body({ 'insured.birth_date': '1981-05-14', 'insured.amka': null })),
      [`${CLIENT}.birth_date`, '-102'],
      [`${INSURED}.birth_date`, '-102'],
    );
    const { id } = await agent.insertIn('25', { 'client.last_name': 'ΠΑΠΑΔΟΠΟΥΛΟΥ' });
    await expectViolations(app, () => agent.put(id, { fire_application: { client: { last_name: 'Άλλη' }, insured: {} } }), [
      `${CLIENT}.last_name`,
      '-102',
    ]);
    await agent.update(id, { client: { last_name: 'Άλλη' }, insured: { last_name: 'ΑΛΛΗ' } });
    const mtr = new MotorAgent(agent);
    const response = await mtr.post(buildMotorBody({ insured: { ...coOwnerOfCar(), lastName: 'Άλλη' } }));
    expect([response.status, listViolations(response)]).toEqual([
      400,
      [
        ['client.lastName', '-102'],
        ['insured.lastName', '-102'],
      ],
    ]);
  });

  it('stay valid as they are stored, also with invalid telephones', async () => {
    const { sandbox: agent } = probers;
    const { id } = await agent.insertIn('25');
    const store = (client: object): Promise<unknown> =>
      app.query(
        'sandbox',
        `UPDATE application SET version = version + 1, questionnaire =
           jsonb_set(questionnaire::jsonb, '{client}', questionnaire::jsonb -> 'client' || $2::jsonb)::json WHERE id = $1`,
        [id, JSON.stringify(client)],
      );
    await store({ last_name: 'Αλλιώτικη', phone: 'abc' });
    const stored = await agent.get(id);
    await agent.update(id, { client: stored.client, insured: stored.insured });
    await expectViolations(app, () => agent.put(id, { fire_application: { client: { phone: 'abcd' }, insured: {} } }), [
      `${CLIENT}.phone`,
      '-102',
    ]);
    await expectViolations(app, () => agent.put(id, { fire_application: { client: { last_name: 'Τρίτη' }, insured: {} } }), [
      `${CLIENT}.last_name`,
      '-102',
    ]);
  });

  function coOwnerOfCar(): Person {
    return {
      personTypeCode: '1',
      firstName: 'Μαρία',
      birthdate: '1980-05-14',
      afm: '123456783',
    };
  }
});

describe('a telephone in an application', () => {
  it.each([
    ['phone', 'abc'],
    ['phone', '2101234567 εσωτ. 12'],
    ['mobile', '2101234567'],
  ])('is refused like in the parties service: %s %j', async (field, value) => {
    const { sandbox: agent } = probers;
    const owner = coOwner(agent, { afm: '090000045', last_name: 'Τρίτος', [field]: value });
    await expectViolations(
      app,
      () => agent.post(agent.body({ [`client.${field}`]: value, 'objects_insured[0].co-owners': [owner] })),
      [`fire_application.client.${field}`, '-102'],
      [`fire_application.objects_insured[0].co-owners[0].${field}`, '-102'],
    );
    const response = await new MotorAgent(agent).post(buildMotorBody({ [`client.${field}`]: value }));
    expect([response.status, listViolations(response)]).toEqual([400, [[`client.${field}`, '-102']]]);
  });
});
