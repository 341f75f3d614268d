import { addDays } from '../../src/common/athens.js';
import { referenceLists } from '../support/lists.js';
import { readDocument } from '../support/described/document.js';
import { ABSENT } from '../support/json-changes.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { MOTOR_CAR, MOTOR_CLIENT, MotorAgent, buildMotorBody, type MotorEntity } from '../support/motor.js';
import { expectViolations, expectError, expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: MotorAgent;
let sandbox: MotorAgent;
let stranger: MotorAgent;
let broker: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  const subagents = [
    { code: 'S1', name: 'Υποπράκτορας', status: 1 as const },
    { code: 'S2', name: 'Σε αναμονή', status: 0 as const },
  ];
  ({ production: agent, sandbox } = await MotorAgent.create(app, { subagents }));
  ({ production: stranger } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
  ({ production: broker } = await MotorAgent.create(app, { code: 'C300', name: 'Μεσίτης', type: 'broker' }));
});
afterAll(() => app.stop());

/** Every request field (motor.2), including additions to the contract (motor.7). */
const FULL = {
  ...MOTOR_CAR,
  usageSubcode: '0101',
  rateCode: 'R1',
  extraCovers: 'M10, M12',
  discountCodes: ['10', '12'],
  deductible: '300',
  taxableHp: '12',
  factoryName: 'Toyota Motor',
  frameNumber: 'W0L0SDL0884000001',
  firstRegistrationDate: '2018-03-05T10:00:00',
  vehicleSeats: '5',
  fuelType: '1',
  autonomousType: 1,
  leaseType: '1',
  grossWeight: 1600,
  financingEndDate: '2029-12-31',
  pawnerTitle: 'Εθνική Τράπεζα',
  secondOwner: 'Νίκος Παπαδόπουλος',
  driverName: 'Μαρία Παπαδοπούλου',
  driverLicenceType: 'B',
  drivers: [{ name: 'Νίκος', birthYear: '1990', licenceDate: '2010-06-01', licenceType: 'B' }],
  contactwayCode: '01',
  comments: 'Σχόλια',
  indirectAgentCode: 'S1',
  payFrequencyInMonths: '6',
  insuredValue: '9000.50',
  client: MOTOR_CLIENT,
  insured: { ...MOTOR_CLIENT, lastName: 'Νικολάου', afm: '090000045', amka: null },
};

/** Schemas of docs/openapi.json. */
const SCHEMAS = readDocument().components.schemas as Record<string, { readonly properties: object }>;
const listFields = (schema: { readonly properties: object } | undefined): string[] => Object.keys(schema?.properties ?? {}).sort();

/** Fields of MtrApplication and MtrPerson in the contract (motor.1). */
const CONTRACT_FIELDS =
  `userName branchCode branchTitle statusCode statusTitle policyNo applicationNo agentCode agentTitle commisionAgentCode
  commisionAgentTitle serviceAgentCode serviceAgentTitle pawnerTitle rateCode rateTitle bundleCode bundleTitle extraCovers regionPostcode regionCode
  regionName plateNo factoryName usageCode usageTitle usageSubcode fuelTitle autonomousTitle leaseTypeTitle driverName driverLicenceType
  driverLicenceTitle frameNumber makeCode makeTitle modelCode modelTitle secondOwner discountCodes contactwayCode contactwayTitle comments id
  applicationDate drivers policyIssueDate policyStartDate policyEndDate policyAnniversaryDate payFrequencyInMonths bonusMalus taxableHp engineCc
  powerInKw insuredValue fuelType autonomousType leaseType vehicleSeats manufactureYear driverBirthYear driverLicenceDate covers discounts
  pendingMessages applicationMessages actionOutcome`.split(/\s+/);
const CONTRACT_PERSON_FIELDS =
  `lastName firstName fathersName addressStreet addressCity addressPostcode phone mobile email jobCode jobTitle genderCode
  genderTitle afm doyCode doyTitle identityNo amka passport citizenship personTypeCode personTypeTitle licenceType licenceTitle personType id
  birthdate licenceDate identityDate`.split(/\s+/);

describe('insert and retrieve of a vehicle application', () => {
  it('store and return every field, numeric texts as numbers, with titles', async () => {
    const response = expectStatus(201, await agent.post(FULL));
    const entity = response.json<MotorEntity>();

    expect(response.headers['location']).toMatch(new RegExp(`/mtr-api/resources/applications/${entity.id}$`));
    expect(entity).toMatchObject({
      ...FULL,
      insured: { lastName: 'Νικολάου', afm: '090000045', amka: null },
      extraCovers: 'M10 M12',
      discountCodes: '10 12',
      deductible: 300,
      taxableHp: 12,
      firstRegistrationDate: '2018-03-05',
      vehicleSeats: 5,
      fuelType: 1,
      leaseType: 1,
      payFrequencyInMonths: 6,
      insuredValue: 9000.5,
      plateNo: 'IZX4821',
      drivers: [{ name: 'Νίκος', birthYear: 1990, licenceDate: '2010-06-01', licenceType: 'B' }],
      client: { ...MOTOR_CLIENT, personType: 'Φ', personTypeTitle: 'Φυσικό πρόσωπο' },
      statusCode: '01',
      branchCode: 'MOTOR',
      agentCode: 'A100',
      agentTitle: 'Πράκτορας',
      bundleTitle: 'Βασικό',
      regionCode: '02',
      usageTitle: 'Επιβατικό ιδιωτικής χρήσης',
      fuelTitle: 'Βενζίνη',
      policyEndDate: '2027-12-01',
      policyNo: null,
      lastReceipt: null,
      pendingMessages: [],
      applicationMessages: [],
      actionOutcome: { no: '0', message: 'OK' },
    });
    expect(entity.client.id).not.toBe(entity.insured.id);
    expect(entity.covers.map(({ code }) => code)).toEqual(['M01', 'M02', 'M03', 'M10', 'M12', 'M13']);
    expect(entity.discounts).toMatchObject([
      { code: '10', rate: 0.05 },
      { code: '12', rate: 0.08 },
    ]);
    expect(await agent.get(entity.id)).toEqual(entity);
  });

  it('return every field of the contract, null for missing ones, and the client as insured', async () => {
    const entity = await agent.insert();
    for (const field of ['secondOwner', 'comments', 'drivers', 'fuelTitle', 'pawnerTitle', 'rateTitle', 'driverName', 'leaseType'])
      expect(entity).toHaveProperty(field);
    expect(entity).toMatchObject({ comments: null, drivers: null, rateCode: 'MOTOR-SAMPLE', insured: entity.client });
  });

  it.each(['', ' ', null])('treat %j as absent in optional fields', async (nothing) => {
    const entity = await agent.insert({ payFrequencyInMonths: nothing, client: { ...MOTOR_CLIENT, personTypeCode: nothing } });
    expect(entity).toMatchObject({ payFrequencyInMonths: 12, client: { personTypeCode: '1' } });
  });

  describe('the template of a vehicle application', () => {
    const template = async (): Promise<MotorEntity> =>
      expectStatus(200, await agent.call('GET', 'applications/template')).json<MotorEntity>();

    it('is a complete application with every field of a response', async () => {
      const { client, insured, ...entity } = await template();
      const { MotorApplicationResponse: whole, MotorPersonResponse: person } = SCHEMAS;
      expect(Object.keys(entity)).toEqual(
        expect.arrayContaining(listFields(whole).filter((name) => name !== 'client' && name !== 'insured')),
      );
      for (const one of [client, insured]) expect(Object.keys(one).sort()).toEqual(listFields(person));
      expect(Object.keys(entity)).toEqual(expect.arrayContaining(CONTRACT_FIELDS));
      expect(Object.keys(client)).toEqual(expect.arrayContaining(CONTRACT_PERSON_FIELDS));
      const nothing = Object.values(client).filter((value) => value === null);
      expect(nothing).toHaveLength(1);
    });

    it('titles covers, bundle and discounts in the requested language, and keeps them unchanged', async () => {
      const english = { headers: { 'Accept-Language': 'en' } };
      const { id } = await agent.insert({ discountCodes: '10' });
      for (const place of [`applications/${id}`, 'applications/template']) {
        const entity = expectStatus(200, await agent.agent.client.get(agent.path(place), english)).json<MotorEntity>();
        expect(entity).toMatchObject({
          bundleTitle: 'Basic',
          covers: expect.arrayContaining([expect.objectContaining({ title: 'Third-party liability' })]) as unknown,
        });
        const titles = [...entity.covers, ...entity.discounts, ...(entity.premium?.lines ?? [])].map(({ title }) => title);
        expect(titles.filter((title) => /\p{Script=Greek}/u.test(title))).toEqual([]);
      }
      const body = { ...MOTOR_CAR, discountCodes: '10' };
      const quotes = await agent.agent.client.post(agent.path('quotes/prices'), body, english);
      expect(quotes.json<{ bundles: object[] }>().bundles[0]).toMatchObject({
        bundleTitle: 'Basic',
        discounts: [{ title: 'Online issue' }],
      });
      const [row] = await app.query<{ price: { lines: { title: string }[] } }>(
        'production',
        'SELECT price FROM application WHERE id = $1',
        [id],
      );
      expect(row?.price.lines[0]?.title).toBe('Αστική ευθύνη έναντι τρίτων');
    });

    it('is consistent with itself and with the list of models', async () => {
      const entity = await template();
      const model = referenceLists.item('vehicleModels', String(entity['modelCode']));
      expect(entity).toMatchObject({
        makeCode: model?.makeCode,
        engineCc: model?.engineCc,
        powerInKw: model?.powerKw,
        taxableHp: model?.taxableHp,
        fuelType: Number(model?.fuelCode),
        modelTitle: model?.title,
        makeTitle: 'Toyota',
        factoryName: 'Toyota',
        policyStartDate: addDays(app.clock.today(), 7),
        agentCode: 'A100',
        agentTitle: 'Πράκτορας',
        statusCode: '01',
        id: null,
        applicationNo: null,
        policyNo: null,
        applicationDate: null,
        links: [],
      });
      const derived = expectStatus(200, await agent.call('POST', 'quotes/prices', { ...entity, taxableHp: null, insured: null })).json<{
        bundles: { premium: unknown }[];
      }>();
      expect(derived.bundles[0]?.premium).toEqual(entity.premium);
    });

    it('can be inserted unchanged, as it says, and charged repeatedly', async () => {
      for (let round = 0; round < 2; round += 1) {
        const sent = await template();
        const entity = expectStatus(201, await agent.post(sent)).json<MotorEntity>();
        const { covers, premium, discounts, plateNo, statusCode, applicationMessages } = sent;
        expect(entity).toMatchObject({ covers, premium, discounts, plateNo, statusCode, applicationMessages });
        expectStatus(205, await agent.act(entity.id, 'issueCharge'));
        const second = expectStatus(201, await agent.post(sent)).json<MotorEntity>();
        const refused = await agent.act(second.id, 'issueCharge');
        expectError(refused, { code: '-501' });
        expect(refused.json<{ message: string }>().message).toContain(sent.plateNo);
      }
    });
  });

  it('use the model’s data for missing fields, and given data first', async () => {
    const model = { modelCode: '0010003', makeCode: '001', engineCc: ABSENT, powerInKw: ABSENT };
    // 1368 cc are 10 horsepower, which is the base premium of the example.
    expect((await agent.insert(model)).premium?.gross).toBe(309.25);
    const given = await agent.insert({ ...model, engineCc: 1998 });
    expect(given.premium?.lines[0]?.trace[0]).toMatchObject({ key: '14' });
    expect(given).toMatchObject({ engineCc: 1998, powerInKw: null });
  });

  it('refer a class that is better than the registry class of plate and client', async () => {
    await app.query('production', `INSERT INTO bonus_malus_registry VALUES ('NKB3107', '123456783', 12, 0, 0, 'TEST', '2026-01-01')`);
    const referred = await agent.insert({ plateNo: 'νκβ 3107' });
    expect([referred.statusCode, referred.pendingMessages.map(({ code }) => code)]).toEqual(['25', ['M25-07']]);
    expect(await agent.insert({ plateNo: 'NKB3107', bonusMalus: 12 })).toMatchObject({ statusCode: '01' });
    expect(await agent.insert({ plateNo: 'NKB3107', 'client.afm': '090000045' })).toMatchObject({ statusCode: '01' });
  });

  it.each([
    ['M00-01', { plateNo: 'ABC123' }],
    ['M00-02', { modelCode: ABSENT }],
    ['M00-03', { usageCode: '15', bundleCode: 'B3' }],
    ['M00-04', { insuredValue: ABSENT }],
    ['M00-05', { driverBirthYear: null }],
    ['M00-07', { bonusMalus: 21 }],
    ['M00-08', { extraCovers: 'M09' }],
    ['M00-09', { regionPostcode: '99999' }],
    ['M00-10', { policyStartDate: '2027-06-01' }],
    ['M00-11', { driverLicenceDate: '' }],
    ['M00-13', { manufactureYear: 2027 }],
  ])('store a case of a rule in status 00: %s', async (code, changes) => {
    const entity = await agent.insert(changes);
    expect(entity).toMatchObject({ statusCode: '00', premium: null });
    expect(entity.applicationMessages).toContainEqual(expect.objectContaining({ code, severity: 'error', path: 'application' }));
  });
});

it('a vehicle application without a plate says that it is required', async () => {
  const { statusCode, applicationMessages } = await agent.insert({ plateNo: ABSENT });
  expect([statusCode, applicationMessages.filter(({ severity }) => severity === 'error').map(({ code, path }) => [code, path])]).toEqual([
    '00',
    [['-101', 'plateNo']],
  ]);
});

describe('the refusals of a vehicle application', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    ['no client', { client: ABSENT }, [['client', '-101']]],
    ['no usage', { usageCode: ABSENT }, [['usageCode', '-101']]],
    ['no start', { policyStartDate: '  ' }, [['policyStartDate', '-101']]],
    ['a wrong type', { plateNo: 4821 }, [['plateNo', '-102']]],
    ['a frequency', { payFrequencyInMonths: 4 }, [['payFrequencyInMonths', '-102']]],
    ['a deductible', { deductible: '400' }, [['deductible', '-102']]],
    ['no number', { engineCc: '1398cc' }, [['engineCc', '-102']]],
    ['an unknown usage', { usageCode: '77' }, [['usageCode', '-103']]],
    ['a model of another make', { makeCode: '001' }, [['modelCode', '-103']]],
    ['a model of another usage', { usageCode: '05' }, [['modelCode', '-103']]],
    ['a subcode of another usage', { usageSubcode: '0201' }, [['usageSubcode', '-103']]],
    ['a fuel', { fuelType: 77 }, [['fuelType', '-103']]],
    ['a date', { driverLicenceDate: '2026-02-30' }, [['driverLicenceDate', '-104']]],
    ['an AFM', { 'client.afm': '123456789' }, [['client.afm', '-110']]],
    ['an AMKA of another birth date', { 'client.birthdate': '1981-05-14' }, [['client.amka', '-111']]],
    ['an e-mail address with NUL', { 'client.email': 'a\0b@x.gr' }, [['client.email', '-102']]],
    ['an e-mail address with half a character', { 'client.email': '\ud800a@x.gr' }, [['client.email', '-102']]],
    ['a postcode', { regionPostcode: '1152' }, [['regionPostcode', '-113']]],
    ['a bundle', { bundleCode: 'B9' }, [['bundleCode', '-602']]],
    ['a cover', { extraCovers: 'M10 M99' }, [['extraCovers', '-603']]],
    ['a swap', { bundleCode: 'B2', swappableCovers: [{ out: 'M11', in: 'M14' }] }, [['swappableCovers[0]', '-603']]],
    ['a discount', { discountCodes: '99' }, [['discountCodes', '-604']]],
    ['an agent by one who is no broker', { serviceAgentCode: 'B200' }, [['serviceAgentCode', '-102']]],
    ['a subagent who is not approved', { indirectAgentCode: 'S2' }, [['indirectAgentCode', '-103']]],
    [
      'several at once',
      { 'client.afm': '1', bundleCode: 'B9', engineCc: -1 },
      [
        ['client.afm', '-110'],
        ['engineCc', '-102'],
        ['bundleCode', '-602'],
      ],
    ],
  ])('include %s', async (_what, changes, violations) => {
    await expectViolations(app, () => agent.post(buildMotorBody(changes)), ...violations);
  });

  it.each([
    ['autonomousType', '03', 3],
    ['autonomousType', 0, 0],
    ['leaseType', '01', 1],
    ['leaseType', '1', 1],
    ['fuelType', '008', 8],
    ['fuelType', 8, 8],
  ])('do not include the code of %s as %j', async (field, sent, answered) => {
    expect(await agent.insert({ [field]: sent })).toMatchObject({ [field]: answered });
  });

  it('do not include a cover swap that the bundle allows', async () => {
    const entity = await agent.insert({ bundleCode: 'B2', swappableCovers: [{ out: 'M06', in: 'M14' }] });
    expect(entity.covers.map(({ code }) => code)).toEqual(expect.arrayContaining(['M14']));
    expect(entity.covers.map(({ code }) => code)).not.toContain('M06');
    expect(entity.swappableCovers).toEqual([{ out: 'M06', in: 'M14' }]);
  });

  it('do not include agents named by a broker', async () => {
    const entity = await broker.insert({ serviceAgentCode: 'B200', commisionAgentCode: 'A100' });
    expect(entity).toMatchObject({ serviceAgentTitle: 'Άλλος', commisionAgentTitle: 'Πράκτορας', agentTitle: 'Μεσίτης' });
  });
});

describe('the update of a vehicle application', () => {
  it('keeps absent fields, clears null fields, and prices again, also from 01', async () => {
    const { id } = await agent.insert({ comments: 'Α', secondOwner: 'Β' });
    const entity = expectStatus(
      200,
      await agent.put(id, { comments: null, engineCc: 2500, client: { mobile: '6900000001' } }),
    ).json<MotorEntity>();
    expect(entity).toMatchObject({ comments: null, secondOwner: 'Β', engineCc: 2500, statusCode: '01', version: 2 });
    expect(entity.client).toMatchObject({ lastName: 'Παπαδοπούλου', mobile: '6900000001' });
    expect(entity.premium?.gross).toBeGreaterThan(309.25);
  });

  it.each([
    ['drivers', [{ name: 'Νίκος' }]],
    ['swappableCovers', [{ out: 'M06', in: 'M14' }]],
  ])('keeps the list %s for null and clears it for an empty one', async (list, items) => {
    const { id } = await agent.insert({ bundleCode: 'B2', [list]: items });
    for (const [sent, expected] of [
      [null, items],
      [[], []],
    ])
      expect(expectStatus(200, await agent.put(id, { [list]: sent })).json<MotorEntity>()).toMatchObject({ [list]: expected });
  });

  it('accepts what a retrieve returned and changes nothing but the calculation', async () => {
    const entity = expectStatus(201, await agent.post({ ...FULL, client: { ...MOTOR_CLIENT } })).json<MotorEntity>();
    const again = expectStatus(200, await agent.put(entity.id, entity)).json<MotorEntity>();
    expect(again).toEqual({ ...entity, version: 2 });
  });

  it('returns the tag of its version, and changes only the named version', async () => {
    const inserted = expectStatus(201, await agent.post(buildMotorBody()));
    const { id } = inserted.json<MotorEntity>();
    const { client } = agent.agent;
    const path = agent.path(`applications/${id}`);
    const read = await client.get(path);
    expect([inserted.headers.etag, read.headers.etag]).toEqual(['"1-el"', '"1-el"']);
    expect((await client.get(path, { headers: { 'If-None-Match': '"1-el"' } })).status).toBe(304);
    const put = (etag: string) => client.put(path, {}, { headers: { 'If-Match': etag } });
    expect((await put('"1-el"')).headers.etag).toBe('"2-el"');
    await expectRefused(app, () => put('"1-el"'), { status: 412, code: '-402' });
    const prepay = () => client.put(`${path}/issuePrepay`, undefined, { headers: { 'If-Match': '"1-el"' } });
    await expectRefused(app, prepay, { status: 412, code: '-402' });
  });

  it('is refused when invalid and leaves everything unchanged', async () => {
    const { id } = await agent.insert();
    await expectViolations(app, () => agent.put(id, { client: { afm: '1' } }), ['client.afm', '-110']);
  });

  it('is refused after cancellation, like everything', async () => {
    const { id } = await agent.insert();
    expectStatus(204, await agent.call('DELETE', `applications/${id}`));
    for (const call of [
      () => agent.put(id, {}),
      () => agent.call('DELETE', `applications/${id}`),
      () => agent.act(id, 'issuePrepay'),
      () => agent.act(id, 'requestApproval'),
      () => agent.act(id, 'freeze'),
    ])
      await expectRefused(app, call, { code: '-401' });
    await expectRefused(app, () => agent.act(id, 'issueCharge'), { code: '-702' });
  });
});

describe('the search for vehicle applications', () => {
  it('filters by surname, AFM, plate in any spelling, status and date, newest first', async () => {
    const { production: own } = await MotorAgent.create(app, { code: 'D400', name: 'Αναζήτηση' });
    const first = await own.insert({ 'client.lastName': 'Αγγελόπουλος', 'client.afm': '090000045', plateNo: 'YXA 1234' });
    const second = await own.insert({ 'client.firstName': 'Αγγελική', insuredValue: ABSENT });
    const find = async (query: string) => {
      const list = expectStatus(200, await own.call('GET', `applications?${query}`)).json<{ applications: MotorEntity[]; total: number }>();
      expect(list).toMatchObject({ start: 1, total: list.applications.length });
      return list.applications.map(({ id }) => id);
    };
    expect(await find('')).toEqual([second.id, first.id]);
    expect(await find(`lastname=${encodeURIComponent('αγγελοπουλ')}`)).toEqual([first.id]);
    expect(await find('clientafm=090000045')).toEqual([first.id]);
    expect(await find(`plateno=${encodeURIComponent('υχα-1234')}`)).toEqual([first.id]);
    expect(await find('status=00')).toEqual([second.id]);
    expect(await find('status=00,01&limit=20')).toEqual([second.id, first.id]);
    expect(await find('fromdate=2026-11-20')).toEqual([second.id, first.id]);
    expect(await find('fromdate=2026-11-21')).toEqual([]);
    const page = expectStatus(200, await own.call('GET', 'applications?start=2&size=1')).json<{ applications: MotorEntity[] }>();
    expect(page).toMatchObject({ start: 2, limit: 1, total: 2, applications: [{ id: first.id }] });
    for (const query of ['status=99', 'limit=501', 'start=0', 'fromdate=yesterday'])
      expectError(await own.call('GET', `applications?${query}`), { code: '-105', violations: [[query.split('=')[0] ?? '', '-105']] });
  });
});

describe('a vehicle application of another agent', () => {
  it('is hidden like a missing one, also in the other environment', async () => {
    const { id } = await agent.insert();
    for (const other of [stranger, sandbox]) {
      for (const path of [`applications/${id}`, 'applications/abc', 'applications/12345678901', `applications/${id}/details`])
        expectError(await other.call('GET', path), { code: '-300' });
      for (const action of ['issuePrepay', 'issueCharge', 'freeze', 'requestApproval', 'requestCustomerApproval'])
        expectError(await other.act(id, action), { code: '-300' });
      expectError(await other.put(id, {}), { code: '-300' });
      expectError(await other.call('DELETE', `applications/${id}`), { code: '-300' });
    }
    expectError(await agent.call('GET', `policies/${id}`), { code: '-301' });
    expectError(await stranger.call('GET', `policies/${id}`), { code: '-301' });
  });
});
