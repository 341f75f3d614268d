import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { PartyResponse } from '../../src/services/parties/party.dto.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { createAfm, buildPartyBody, PartyClient } from '../support/party-client.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let others: Record<Environment, FireAgent>;
let supervisors: Record<Environment, FireAgent>;
let chiefs: Record<Environment, FireAgent>;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent({ code: 'A100' });
  others = await app.createAgent({ code: 'A200' });
  supervisors = await app.createAgent({ code: 'S300' }, ['A100']);
  chiefs = await app.createAgent({ code: 'S400' }, ['A200', 'A100']);
});
afterAll(() => app.stop());

const MALFORMED = ['abc', '0', '-1', '01', '1e3', '12345678901', '%20', "1'--"];
const PARTY_NOT_FOUND = { code: '-302' };

describe.each(ENVIRONMENTS)('parties in %s', (environment) => {
  let mine: PartyClient;
  let theirs: PartyClient;
  let calls: FireAgent;

  beforeAll(() => {
    calls = agents[environment];
    mine = new PartyClient(calls);
    theirs = new PartyClient(others[environment]);
  });

  const versions = (partyId: number): Promise<{ subject: string }[]> =>
    app.query(environment, 'SELECT subject, state FROM party_version WHERE party_id = $1 AND agent_code IS NOT NULL ORDER BY id', [
      partyId,
    ]);

  describe('the POST of a party', () => {
    it('inserts an unknown AFM with 201, Location and the id', async () => {
      const body = buildPartyBody();
      const response = expectStatus(201, await mine.post(body));
      const { partyId } = response.json<{ partyId: number }>();
      expect(response.json()).toEqual({ partyId: expect.any(Number) as number });
      expect(response.headers['location']).toMatch(new RegExp(`^https://[^/]+${mine.path(partyId)}$`));
      expect(await mine.get(partyId)).toEqual({
        partyId,
        afm: body['afm'],
        firstName: 'Γεώργιος',
        lastName: 'Παπαδόπουλος',
        fathersName: 'Ιωάννης',
        birthdate: '1980-05-17',
        gender: '1',
        occupationCode: null,
        personType: '1',
        partyAddresses: [
          { addressId: expect.any(Number) as number, addressType: 'HOME', city: 'Αθήνα', line_1: 'Ερμού 1', postCode: '10563', inUse: '1' },
        ],
        partyContacts: [
          { contactId: expect.any(Number) as number, contact: '6912345678', contactType: 'MOBILE', inUse: '1', preferred: '1' },
        ],
      });
      expect(await versions(partyId)).toEqual([]);
    });

    it('updates a known one with 200 and the same id, and keeps its previous version', async () => {
      const body = buildPartyBody();
      const partyId = await mine.insert(body);
      const response = expectStatus(
        200,
        await mine.post({ ...body, lastName: 'ΠΑΠΑΔΌΠΟΥΛΟΣ', firstName: 'Γιώργος', occupationCode: '2310' }),
      );
      expect([response.json(), response.headers['location']]).toEqual([{ partyId }, undefined]);
      expect(response.headers['content-location']).toMatch(new RegExp(`^https://[^/]+${mine.path(partyId)}$`));
      expect(await mine.get(partyId)).toMatchObject({
        lastName: 'ΠΑΠΑΔΌΠΟΥΛΟΣ',
        firstName: 'Γιώργος',
        occupationCode: '2310',
        gender: '1',
      });
      expect(await versions(partyId)).toEqual([
        { subject: 'party_record', state: expect.objectContaining({ first_name: 'Γεώργιος', version: 1 }) as object },
      ]);
      const [party] = await app.query(environment, 'SELECT version, updated_by FROM party_record WHERE id = $1', [partyId]);
      expect(party).toEqual({ version: 2, updated_by: 'agent:A100' });
    });

    it('changes nothing when it is sent again', async () => {
      const body = buildPartyBody();
      await mine.insert(body);
      const before = await app.readFingerprint();
      expectStatus(200, await mine.post(body));
      expect(await app.readFingerprint()).toEqual(before);
    });

    it('keeps omitted fields', async () => {
      const body = buildPartyBody({ occupationCode: '2310' });
      const partyId = await mine.insert(body);
      const before = await mine.get(partyId);
      const { afm, lastName, firstName, birthdate } = body;
      expect(await mine.update({ afm, lastName, firstName, birthdate })).toEqual(before);
    });

    it('accepts birthday for birthdate', async () => {
      const partyId = await mine.insert(buildPartyBody({ birthdate: undefined, birthday: '1975-02-28T00:00:00' }));
      expect((await mine.get(partyId)).birthdate).toBe('1975-02-28');
    });

    it('accepts a company by its name alone', async () => {
      const company = { afm: createAfm(), personType: '2', lastName: ' Υπόδειγμα Α.Ε. ', firstName: 'x', birthdate: 'never' };
      const partyId = await mine.insert(company);
      expect(await mine.get(partyId)).toMatchObject({ lastName: 'Υπόδειγμα Α.Ε.', firstName: null, birthdate: null, personType: '2' });
      expect((await mine.update(company)).partyId).toBe(partyId);
    });

    it('overwrites name and birth date of the agent’s own record', async () => {
      const body = buildPartyBody();
      const partyId = await mine.insert(body);
      const changed = { lastName: 'Άλλος', firstName: 'Πέτρος', birthdate: '1981-01-02' };
      expect(await mine.update({ ...body, ...changed })).toMatchObject({ partyId, ...changed, fathersName: 'Ιωάννης', gender: '1' });
      const company = { afm: body['afm'], personType: '2', lastName: 'Υπόδειγμα Α.Ε.' };
      expect(await mine.update(company)).toMatchObject({
        partyId,
        personType: '2',
        lastName: 'Υπόδειγμα Α.Ε.',
        firstName: null,
        fathersName: null,
        birthdate: null,
        gender: null,
      });
      expect(await mine.update(body)).toMatchObject({ partyId, personType: '1', firstName: 'Γεώργιος', birthdate: '1980-05-17' });
    });

    it.each([
      ['the same person', {}],
      ['another last name', { lastName: 'Άλλος' }],
      ['another birth date', { birthdate: '1980-05-18' }],
      ['a company', { personType: '2' }],
    ])('creates a separate record for another agent that sends %s, and leaves the first unchanged', async (_, changes) => {
      const body = buildPartyBody();
      const partyId = await mine.insert(body);
      const before = (await mine.find(partyId)).text;
      const other = await theirs.insert({ ...body, ...changes, fathersName: undefined, partyAddresses: [], partyContacts: [] });
      expect(other).not.toBe(partyId);
      expect(await theirs.get(other)).toMatchObject({ fathersName: null, partyAddresses: [], partyContacts: [], ...changes });
      expect((await mine.find(partyId)).text).toBe(before);
      await expectRefused(app, () => theirs.find(partyId), PARTY_NOT_FOUND);
      await expectRefused(app, () => mine.find(other), PARTY_NOT_FOUND);
    });

    it('changes details only by the ids of the agent’s own record', async () => {
      const body = buildPartyBody();
      const own = await mine.get(await mine.insert(body));
      const addressId = own.partyAddresses[0]?.addressId;
      const contactId = own.partyContacts[0]?.contactId;
      const details = { partyAddresses: [{ addressId, inUse: '0' }], partyContacts: [{ contactId, inUse: '0' }] };
      await theirs.insert(body);
      await expectViolations(
        app,
        () => theirs.post({ ...body, ...details }),
        ['partyAddresses[0].addressId', '-304'],
        ['partyContacts[0].contactId', '-304'],
      );
      expect(await mine.update({ ...body, ...details })).toMatchObject({
        partyAddresses: [{ addressId, inUse: '0', line_1: 'Ερμού 1' }],
        partyContacts: [{ contactId, inUse: '0', preferred: '0' }],
      });
      expect((await versions(own.partyId)).map(({ subject }) => subject)).toEqual(['party_address', 'party_contact']);
    });

    it('keeps one preferred contact of each type', async () => {
      const body = buildPartyBody();
      const partyId = await mine.insert(body);
      const update = async (...partyContacts: object[]): Promise<string[]> =>
        (await mine.update({ ...body, partyContacts })).partyContacts.map(
          ({ contact, contactType, inUse, preferred }) => `${contactType} ${contact} ${inUse}${preferred}`,
        );
      const [{ contactId } = { contactId: 0 }] = (await mine.get(partyId)).partyContacts;
      const email = { contactType: 'EMAIL', contact: 'g@example.gr', preferred: '1' };
      expect(await update({ contactType: 'MOBILE', contact: '6900000001', preferred: '1' }, email)).toEqual([
        'MOBILE 6912345678 10',
        'MOBILE 6900000001 11',
        'EMAIL g@example.gr 11',
      ]);
      expect(await update({ contactId, preferred: '1' })).toEqual([
        'MOBILE 6912345678 11',
        'MOBILE 6900000001 10',
        'EMAIL g@example.gr 11',
      ]);
      expect(await update({ contactId, inUse: '0' })).toEqual(['MOBILE 6912345678 00', 'MOBILE 6900000001 10', 'EMAIL g@example.gr 11']);
      expect(await update({ contactId, contactType: 'PHONE', contact: '210 123 4567', inUse: '1' })).toEqual([
        'PHONE 2101234567 10',
        'MOBILE 6900000001 10',
        'EMAIL g@example.gr 11',
      ]);
      await expectViolations(app, () => mine.post({ ...body, partyContacts: [email, { ...email, contact: 'h@example.gr' }] }), [
        'partyContacts[1].preferred',
        '-102',
      ]);
    });

    it('refuses the same detail twice', async () => {
      const [address] = buildPartyBody()['partyAddresses'] as object[];
      await expectViolations(app, () => mine.post(buildPartyBody({ partyAddresses: [address, address] })), ['partyAddresses[1]', '-102']);
    });

    it('reports every violation at once', async () => {
      const details = {
        partyAddresses: [{ addressType: 'CASTLE', city: 'Αθήνα', line_1: 'Ερμού 1', postCode: '1056', inUse: 'yes' }, 7],
        partyContacts: [
          { contactType: 'EMAIL', contact: 'nobody' },
          { contactType: 'MOBILE', contact: '2101234567' },
          { contactType: 'PHONE', contact: '123' },
          { contactType: 'FAX', contact: '+44 20 7946 0958', preferred: '1', inUse: '0' },
          { contact: '6912345678' },
        ],
      };
      const body = {
        afm: '123456789',
        lastName: ' ',
        birthdate: '2026-11-21',
        gender: 'x',
        personType: 7,
        occupationCode: 'none',
        ...details,
      };
      const response = await mine.post(body);
      const { details: violations } = response.json<{ details: { path: string; code: string }[] }>();
      expect(response.status).toBe(400);
      expect(violations.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
        'afm -110',
        'birthdate -104',
        'firstName -101',
        'gender -103',
        'lastName -101',
        'occupationCode -103',
        'partyAddresses[0].addressType -103',
        'partyAddresses[0].inUse -102',
        'partyAddresses[0].postCode -113',
        'partyAddresses[1] -102',
        'partyContacts[0].contact -102',
        'partyContacts[1].contact -102',
        'partyContacts[2].contact -102',
        'partyContacts[3].preferred -102',
        'partyContacts[4].contactType -101',
        'personType -102',
      ]);
    });

    it.each([
      ['a body without fields', {}, ['afm', 'lastName', 'firstName', 'birthdate'].map((path) => [path, '-101'])],
      ['a retired or unknown person type', buildPartyBody({ personType: '77' }), [['personType', '-103']]],
      ['a birthday in the future', buildPartyBody({ birthdate: null, birthday: '2027-01-01' }), [['birthday', '-104']]],
      ['a birthdate that is none', buildPartyBody({ birthdate: '1980-02-30' }), [['birthdate', '-104']]],
      [
        'details that are no lists',
        buildPartyBody({ partyAddresses: {}, partyContacts: 'x' }),
        [
          ['partyAddresses', '-102'],
          ['partyContacts', '-102'],
        ],
      ],
      [
        'an unknown id of an address',
        buildPartyBody({ partyAddresses: [{ addressId: 987654 }] }),
        [['partyAddresses[0].addressId', '-304']],
      ],
    ])('refuses %s', async (_, body, violations) => {
      const response = await expectRefusedBody(body);
      expect(response.sort()).toEqual(violations.map((violation) => violation.join(' ')).sort());
    });

    async function expectRefusedBody(body: unknown): Promise<string[]> {
      const before = await app.readFingerprint();
      const response = await mine.post(body);
      expect([response.status, await app.readFingerprint()]).toEqual([400, before]);
      return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
    }

    it('creates one record per agent from parallel inserts of one AFM', async () => {
      const body = buildPartyBody();
      const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? mine : theirs).post(body)));
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 201, 201]);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(2);
      for (const [index, agent] of [theirs, mine].entries()) {
        const party = await agent.get(responses[index]!.json<{ partyId: number }>().partyId);
        expect([party.partyAddresses.length, party.partyContacts.length]).toEqual([1, 1]);
        expect(await versions(party.partyId)).toEqual([]);
      }
    });

    it('keeps one preferred contact through parallel updates', async () => {
      const body = buildPartyBody();
      const partyId = await mine.insert(body);
      const numbers = Array.from({ length: 8 }, (_, index) => `690000010${index}`);
      const responses = await Promise.all(
        numbers.map((contact) => mine.post({ ...body, partyContacts: [{ contactType: 'MOBILE', contact, preferred: '1' }] })),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      const { partyContacts } = await mine.get(partyId);
      expect(partyContacts).toHaveLength(9);
      expect(partyContacts.filter(({ preferred }) => preferred === '1')).toHaveLength(1);
    });
  });

  describe('the GET of parties', () => {
    it('returns the same error for a missing, a malformed, another agent’s and another environment’s id', async () => {
      const foreign = await theirs.insert();
      const responses = await expectAllRefused(
        app,
        [foreign, 9_999_999_999, ...MALFORMED].map((id) => [() => mine.find(id), PARTY_NOT_FOUND]),
      );
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    });

    it('lets a supervisor read a delegate’s party', async () => {
      const partyId = await mine.insert();
      const supervisor = new PartyClient(supervisors[environment]);
      expect(await supervisor.get(partyId)).toEqual(await mine.get(partyId));
      expect(await supervisor.listIds({ limit: 1 })).toEqual([partyId]);
    });

    it('lists an AFM once to a supervisor: its own record, or the matching one of the lowest agent code', async () => {
      const supervisor = new PartyClient(chiefs[environment]);
      const body = buildPartyBody();
      const afm = String(body['afm']);
      const second = await theirs.insert({ ...body, lastName: 'Δεύτερος' });
      const first = await mine.insert({ ...body, lastName: 'Πρώτος' });
      expect(await supervisor.listIds({ afm })).toEqual([first]);
      expect((await supervisor.search({ afm })).headers['x-total-count']).toBe('1');
      expect(await supervisor.listIds({ afm, name: 'δευτερ' })).toEqual([second]);
      expect(await supervisor.get(second)).toMatchObject({ partyId: second, lastName: 'Δεύτερος' });
      const own = await supervisor.insert({ ...body, lastName: 'Δικός' });
      expect(await supervisor.listIds({ afm })).toEqual([own]);
      expect(await supervisor.listIds({ afm, name: 'πρωτ' })).toEqual([first]);
      const { id } = await calls.insert(calls.body({ 'client.afm': afm, 'client.last_name': 'Πρώτος', 'client.birth_date': '1980-05-17' }));
      expect(await supervisor.listIds({ policyId: id, afm })).toEqual([first]);
    });

    it('shows an old id of several agents to each as its own', async () => {
      const body = buildPartyBody();
      const add = (agent: string, lastName: string) =>
        app.query(
          environment,
          `INSERT INTO party_record (agent_code, id, afm, person_type, last_name, updated_by, created_at, updated_at)
           VALUES ($1, 77, $2, '1', $3, 'agent:' || $1, now(), now())`,
          [agent, body['afm'], lastName],
        );
      await add('A200', 'Δεύτερος');
      await add('A100', 'Πρώτος');
      const supervisor = new PartyClient(chiefs[environment]);
      expect([await mine.get(77), await theirs.get(77), await supervisor.get(77)].map(({ lastName }) => lastName)).toEqual([
        'Πρώτος',
        'Δεύτερος',
        'Πρώτος',
      ]);
      expect(await supervisor.listIds({ afm: String(body['afm']) })).toEqual([77]);
    });

    it('filters by AFM, part of the name and contact together', async () => {
      const body = buildPartyBody({ lastName: 'Ζωντανού-Müller', partyContacts: [{ contactType: 'EMAIL', contact: 'Zoe@Example.gr' }] });
      const partyId = await mine.insert(body);
      const afm = String(body['afm']);
      await theirs.insert(buildPartyBody({ lastName: 'Ζωντανού', partyContacts: [{ contactType: 'EMAIL', contact: 'zoe@example.gr' }] }));
      const found: [Record<string, string>, number[]][] = [
        [{ afm }, [partyId]],
        [{ name: 'ζΩΝΤΑΝΟΥ-mull' }, [partyId]],
        [{ name: 'muller γεω' }, [partyId]],
        [{ name: '%' }, []],
        [{ contact: 'zoe@example.GR' }, [partyId]],
        [{ contact: 'zoe' }, []],
        [{ afm, name: 'Άλλος' }, []],
      ];
      for (const [parameters, ids] of found) expect([parameters, await mine.listIds(parameters)]).toEqual([parameters, ids]);
      const phone = await mine.insert(buildPartyBody({ partyContacts: [{ contactType: 'PHONE', contact: '2310 999 111' }] }));
      expect(await mine.listIds({ contact: '+302310999111' })).toEqual([phone]);
      expect(await theirs.listIds({ contact: '+302310999111' })).toEqual([]);
    });

    it('returns the persons of an application to its agent', async () => {
      const client = createAfm();
      const insured = createAfm();
      const co_owner = createAfm();
      const { insured: person } = calls.body().fire_application as unknown as { insured: object };
      const { id } = await calls.insert(
        calls.body({ 'client.afm': client, 'insured.afm': insured, 'objects_insured[0].co-owners': [{ ...person, afm: co_owner }] }),
      );
      const parties = expectStatus(200, await mine.search({ policyId: id })).json<PartyResponse[]>();
      expect(parties.map(({ afm }) => afm).sort()).toEqual([client, insured, co_owner].sort());
      expect(await theirs.listIds({ policyId: id })).toEqual([]);
      expect(await mine.listIds({ policyId: 9_999_999_999 })).toEqual([]);
    });

    it('lists newest first, with total and links; size is another name of limit, which wins', async () => {
      for (let count = 0; count < 3; count += 1) await mine.insert();
      const all = await mine.listIds({ limit: 5000 });
      const kept = await app.query<{ id: string }>(
        environment,
        `SELECT id FROM party_record WHERE agent_code = 'A100' ORDER BY serial DESC`,
      );
      expect(all).toEqual(kept.map(({ id }) => Number(id)));
      const response = await mine.search({ start: 2, size: 2 });
      expect(response.json<PartyResponse[]>().map(({ partyId }) => partyId)).toEqual(all.slice(1, 3));
      expect(response.headers['x-total-count']).toBe(String(all.length));
      expect(response.headers['link']).toContain(`${mine.path()}?start=4&limit=2>; rel="next"`);
      expect(response.headers['link']).toContain(`${mine.path()}?start=1&limit=2>; rel="prev"`);
      expect(await mine.listIds({ limit: 1, size: 3 })).toEqual(all.slice(0, 1));
      expect(await mine.listIds({ start: 100_000 })).toEqual([]);
    });

    it.each([{ limit: 5001 }, { limit: 0 }, { start: 0 }, { size: 'x' }, { policyId: '12345678901' }, { policyId: '1a' }])(
      'refuses the query %j',
      async (parameters) => {
        const [name = ''] = Object.keys(parameters);
        await expectViolations(app, () => mine.search(parameters as unknown as Record<string, string>), [name, '-105']);
      },
    );
  });
});
