import { expectStatus, FireApp } from '../support/fire-app.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';

const ABSENT = undefined;
const CHASSIS = 'WVWZZZ1KZAW123456';

let app: FireApp;
let agent: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await MotorAgent.create(app, { creditLimit: '9000.00' })).production;
});
afterAll(() => app.stop());

const listTexts = ({ applicationMessages }: MotorEntity): string[] => applicationMessages.map(({ code, text }) => `${code} ${text}`);

describe('the message of a rule', () => {
  it.each([
    ['M00-02', { modelCode: ABSENT, manufactureYear: ABSENT }, 'λείπουν: modelCode, manufactureYear'],
    ['M00-05', { driverBirthYear: null }, '(driverBirthYear), έως 2008'],
    [
      'M00-07',
      { bonusMalus: 21 },
      '(bonusMalus: 21) πρέπει να είναι ακέραιος αριθμός από 1 έως 20. Για όχημα χωρίς ιστορικό ισχύει η βαθμίδα 10',
    ],
    ['M00-09', { regionPostcode: '99999' }, '99999 (regionPostcode) δεν υπάρχει στην Ελλάδα'],
    ['M00-11', { driverLicenceDate: '' }, '(driverLicenceDate), έως 01/12/2026'],
    ['M00-14', { driverBirthYear: 1990, driverLicenceDate: '2006-12-31' }, 'πριν από τα 17α γενέθλια'],
  ])('names the field, the bound and what would be right: %s', async (code, changes, part) => {
    const entity = await agent.insert(changes);
    expect(entity.statusCode).toBe('00');
    expect(listTexts(entity)).toContainEqual(expect.stringMatching(new RegExp(`^${code} `)));
    expect(listTexts(entity).find((text) => text.startsWith(code))).toContain(part);
  });

  it('is in the language of the call', async () => {
    const english = agent.agent.client.with({ 'Accept-Language': 'en' });
    const { id } = await agent.insert({ bonusMalus: 21 });
    const entity = expectStatus(200, await english.get(agent.path(`applications/${id}`))).json<MotorEntity>();
    expect(listTexts(entity)[0]).toBe(
      'M00-07 The bonus-malus class (bonusMalus: 21) must be a whole number from 1 to 20. A vehicle without a history has class 10',
    );
  });

  it('refers an electric vehicle whose power is more than 15 % below its model’s', async () => {
    const electric = { makeCode: '001', modelCode: '0010001', engineCc: ABSENT, fuelType: '08' };
    expect(await agent.insert({ ...electric, powerInKw: 114 })).toMatchObject({ statusCode: '01' });
    expect(await agent.insert({ ...electric, powerInKw: 150 })).toMatchObject({ statusCode: '01' });
    expect(await agent.insert({ ...electric, powerInKw: 97 })).toMatchObject({ statusCode: '01' });
    const low = await agent.insert({ ...electric, powerInKw: 96 });
    expect([low.statusCode, listTexts(low)]).toEqual([
      '25',
      ['M25-11 Η ισχύς (powerInKw: 96) είναι μικρότερη από του μοντέλου κατά περισσότερο από 15% (114 kW)'],
    ]);
  });
});

describe('a vehicle without a plate', () => {
  it('is insured by its chassis number when it is new, and only once', async () => {
    const unplated = { plateNo: ABSENT, manufactureYear: 2026, frameNumber: CHASSIS };
    expect(await agent.insert({ ...unplated, frameNumber: ABSENT })).toMatchObject({ statusCode: '00' });
    expect(await agent.insert({ ...unplated, frameNumber: 'WVWZZZ1KZAW12345O' })).toMatchObject({ statusCode: '00' });
    expect(await agent.insert({ ...unplated, manufactureYear: 2018 })).toMatchObject({ statusCode: '00' });
    const policy = await agent.createPolicy(unplated);
    expect(policy).toMatchObject({ statusCode: '50', plateNo: null, frameNumber: CHASSIS });
    const second = await agent.insert(unplated);
    expect((await agent.act(second.id, 'issueCharge')).json()).toMatchObject({ error: '-501' });
  });

  it('or with an old plate of two letters can be insured', async () => {
    expect(await agent.insert({ plateNo: 'ΥΑ-4821' })).toMatchObject({ statusCode: '01', plateNo: 'YA4821' });
    expect(await agent.insert({ plateNo: 'Υ-4821' })).toMatchObject({ statusCode: '00' });
  });
});

describe('a company’s vehicle', () => {
  const COMPANY = { 'client.personTypeCode': '2', 'client.lastName': 'ΑΛΦΑ ΑΕ', 'client.afm': '094014201' };
  const NO_DRIVER = { driverBirthYear: ABSENT, driverLicenceDate: ABSENT };

  it('needs no driver, and is rated by the fleet factor', async () => {
    const entity = await agent.insert({ ...COMPANY, ...NO_DRIVER, plateNo: 'NBE1001' });
    expect(entity.statusCode).toBe('01');
    const trace = entity.premium?.lines.find(({ cover }) => cover === 'M01')?.trace ?? [];
    expect(trace).toContainEqual(expect.objectContaining({ table: 'T_DRIVER_AGE', key: 'FLEET', value: '1.20' }));
    expect(trace).toContainEqual(expect.objectContaining({ table: 'T_LICENCE', key: 'FLEET', value: '1.00' }));
    expectStatus(205, await agent.act(entity.id, 'issueCharge'));
  });

  it('is rated by its driver when it states one; a person’s vehicle needs one', async () => {
    const entity = await agent.insert({ ...COMPANY, plateNo: 'NBE1002' });
    expect(entity.premium?.lines[0]?.trace).toContainEqual(expect.objectContaining({ table: 'T_DRIVER_AGE', key: '40' }));
    expect((await agent.insert(NO_DRIVER)).pendingMessages.map(({ code }) => code)).toEqual(['M00-05', 'M00-11']);
  });
});
