import { CHARGE_TIME } from '../support/collection.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { MOTOR_CLIENT, MotorAgent, type MotorEntity } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

interface Row {
  readonly afm: string;
  readonly bonusMalus: number;
  readonly asOf: string;
}

const ROW = { afm: MOTOR_CLIENT.afm, bonusMalus: 8, claimsLastYear: 0, claimsLast5Years: 1, asOf: '2026-10-01' };
const CLAIM = { date: '2026-12-15', atFault: true, reserved: 1500, paid: 200.5 };

let app: FireApp;
let agent: MotorAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent.agent);
  await underwriter.renewSession();
}

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await MotorAgent.create(app, { creditLimit: '9000.00' })).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  await app.running.parts.stopTimedWork();
  await at(CHARGE_TIME);
});
afterAll(() => app.stop());

const listRows = async (plate: string): Promise<Row[]> =>
  expectStatus(200, await underwriter.get(`bonus-malus/${encodeURIComponent(plate)}`)).json<{ entries: Row[] }>().entries;
const listCodes = ({ pendingMessages }: MotorEntity): string[] => pendingMessages.map(({ code }) => code);

describe('the bonus-malus register', () => {
  it('is read and written by plate, in any spelling, and its change is checked by tag', async () => {
    expect(await listRows('ΝΒΑ-1001')).toEqual([]);
    const before = await underwriter.get('bonus-malus/NBA1001');
    const saved = expectStatus(
      200,
      await underwriter.put(`bonus-malus/${encodeURIComponent('νβα 1001')}`, ROW, {
        headers: { 'If-Match': String(before.headers.etag) },
      }),
    );
    expect(saved.json()).toEqual({ plateNo: 'NBA1001', entries: [{ ...ROW, source: 'STAFF' }] });
    await expectRefused(
      app,
      () =>
        underwriter.put('bonus-malus/NBA1001', ROW, {
          headers: { 'If-Match': String(before.headers.etag) },
        }),
      {
        status: 412,
        code: '-402',
      },
    );
    const shown = await agent.call('GET', `quotes/bonusMalus?plateNo=NBA1001&clientAfm=${MOTOR_CLIENT.afm}`);
    expect(expectStatus(200, shown).json()).toMatchObject({ bonusMalus: 8, claimsLast5Years: 1, source: 'STAFF', asOf: '2026-10-01' });
  });

  it('refuses wrong plates, days and numbers, and loads a whole file or nothing', async () => {
    await expectRefused(app, () => underwriter.put('bonus-malus/ABC1', ROW), { code: '-112', violations: [['plate', '-112']] });
    await expectRefused(app, () => underwriter.put('bonus-malus/NBA1002', { ...ROW, asOf: '2026-11-26' }), {
      code: '-104',
      violations: [['asOf', '-104']],
    });
    await expectRefused(app, () => underwriter.put('bonus-malus/NBA1002', { ...ROW, claimsLastYear: 2 }), {
      code: '-102',
      violations: [['claimsLast5Years', '-102']],
    });
    await expectRefused(app, () => underwriter.put('bonus-malus/NBA1002', { ...ROW, bonusMalus: 21 }), {
      code: '-102',
      violations: [['bonusMalus', '-102']],
    });
    const rows = [
      { ...ROW, plateNo: 'NBA1003' },
      { ...ROW, plateNo: 'nba1001', bonusMalus: 6, asOf: '2026-11-01' },
      { ...ROW, plateNo: 'ΥΑ 1004', source: 'ΥΣΑΕ' },
    ];
    await expectRefused(
      app,
      () => underwriter.post('bonus-malus', { rows: [...rows, { ...ROW, plateNo: 'X' }, { ...ROW, plateNo: 'NBA 1003' }] }),
      {
        code: '-112',
        violations: [
          ['rows[3].plateNo', '-112'],
          ['rows[4].plateNo', '-102'],
        ],
      },
    );
    expect(expectStatus(200, await underwriter.post('bonus-malus', { rows })).json()).toEqual({ loaded: 3, unchanged: 0 });
    expect(expectStatus(200, await underwriter.post('bonus-malus', { rows })).json()).toEqual({ loaded: 0, unchanged: 3 });
    expect(await listRows('NBA1001')).toMatchObject([{ bonusMalus: 6, asOf: '2026-11-01' }]);
    expect(await listRows('YA1004')).toMatchObject([{ source: 'ΥΣΑΕ' }]);
  });
});

describe('a declared class', () => {
  it('of the entry level or worse is accepted for an unknown vehicle, a better one is referred', async () => {
    expect(await agent.insert({ plateNo: 'NBB1001', bonusMalus: 10 })).toMatchObject({ statusCode: '01' });
    expect(await agent.insert({ plateNo: 'NBB1001', bonusMalus: 12 })).toMatchObject({ statusCode: '01' });
    const referred = await agent.insert({ plateNo: 'NBB1001', bonusMalus: 9 });
    expect([referred.statusCode, listCodes(referred)]).toEqual(['25', ['M25-07']]);
    expect(referred.pendingMessages[0]?.text).toContain('που δηλώθηκε (9) είναι ευνοϊκότερη από του μητρώου ή της εισόδου (10)');
    expectStatus(200, await underwriter.put('bonus-malus/NBB1001', { ...ROW, bonusMalus: 9 }));
    expect(await agent.insert({ plateNo: 'NBB1001', bonusMalus: 9 })).toMatchObject({ statusCode: '01' });
    expect(listCodes(await agent.insert({ plateNo: 'NBB1001', bonusMalus: 8 }))).toEqual(['M25-07']);
  });

  it('is approved only with the claims statement of the previous insurer', async () => {
    const { id } = await agent.insert({ plateNo: 'NBB1002', bonusMalus: 5 });
    expectStatus(205, await agent.act(id, 'requestApproval'));
    const refused = await expectRefused(app, () => underwriter.decide(id, 'approve'), {
      code: '-101',
      violations: [['documents', '-101']],
    });
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('Βεβαίωση ζημιών') as unknown });
    const path = agent.path(`applications/${id}/documents?${new URLSearchParams({ fileName: 'claims.pdf', categoryId: '6' }).toString()}`);
    expectStatus(
      201,
      await agent.agent.client.call('POST', path, {
        body: Buffer.from('%PDF-1.4\n%%EOF\n'),
        headers: { 'Content-Type': 'application/pdf' },
      }),
    );
    expectStatus(200, await underwriter.decide(id, 'approve'));
    expect(await agent.get(id)).toMatchObject({ statusCode: '01' });
    expectStatus(205, await agent.act(id, 'issueCharge'));
  });
});

describe('claims facts', () => {
  const record = (id: number, claimNo: string, claim: object = CLAIM) => issuing.staff.put(`applications/${id}/claims/${claimNo}`, claim);

  it('are recorded, replaced, listed and deleted by staff, only of a policy and its period', async () => {
    const { id, policyNo } = await agent.createPolicy({ plateNo: 'NBH1001' });
    const draft = await agent.insert({ plateNo: 'NBH1002' });
    await at('2026-12-20T08:00:00Z');
    await expectRefused(app, () => record(draft.id, 'Z-1'), { code: '-301' });
    for (const date of ['2026-11-30', '2026-12-21', '2027-12-01'])
      await expectRefused(app, () => record(id, 'Z-1', { ...CLAIM, date }), { code: '-104', violations: [['date', '-104']] });
    await expectRefused(app, () => record(id, 'Z-1', { ...CLAIM, paid: -1 }), { code: '-102', violations: [['paid', '-102']] });
    expectStatus(200, await record(id, 'Z-1'));
    expect(expectStatus(200, await record(id, 'Z-1', { ...CLAIM, paid: 900 })).json()).toMatchObject({ claimNo: 'Z-1', paid: 900 });
    const other = await agent.createPolicy({ plateNo: 'NBH1003', policyStartDate: '2026-12-20' });
    await expectRefused(app, () => record(other.id, 'Z-1', { ...CLAIM, date: '2026-12-20' }), {
      code: '-102',
      violations: [['claimNo', '-102']],
    });
    const list = async () => expectStatus(200, await underwriter.get(`applications/${id}/claims`)).json<{ items: object[] }>().items;
    expect(await list()).toMatchObject([{ claimNo: 'Z-1', date: '2026-12-15', atFault: true, reserved: 1500, paid: 900 }]);
    const file = (...claims: object[]) => issuing.staff.post('claims', { claims });
    const row = { ...CLAIM, policyNo, claimNo: 'Z-2', atFault: false };
    await expectRefused(app, () => file(row, { ...row, policyNo: 'P0' }, { ...row, claimNo: 'Z-3', date: '2020-01-01' }), {
      code: '-301',
      violations: [
        ['claims[1].policyNo', '-301'],
        ['claims[1].claimNo', '-102'],
        ['claims[2].date', '-104'],
      ],
    });
    expect(expectStatus(200, await file(row, { ...row, claimNo: 'Z-1', paid: 950 })).json()).toEqual({ loaded: 2 });
    expect(await list()).toMatchObject([
      { claimNo: 'Z-1', paid: 950 },
      { claimNo: 'Z-2', atFault: false },
    ]);
    expectStatus(204, await issuing.staff.delete(`applications/${id}/claims/Z-2`));
    await expectRefused(app, () => issuing.staff.delete(`applications/${id}/claims/Z-2`), { code: '-304' });
  });

  it('refuse a withdrawal, whatever staff states', async () => {
    const { id } = await agent.createPolicy({ plateNo: 'NBH1004', policyStartDate: '2026-12-20' });
    expectStatus(200, await record(id, 'Z-10', { ...CLAIM, date: '2026-12-20', atFault: false }));
    await expectRefused(app, () => issuing.cancel(id, '2026-12-20', WITHDRAWAL), { code: '-102', violations: [['claims', '-102']] });
    expectStatus(204, await issuing.staff.delete(`applications/${id}/claims/Z-10`));
    expectStatus(200, await issuing.cancel(id, '2026-12-20', WITHDRAWAL));
  });

  it('at fault raise the class of the renewal; a claim that the register reports too counts once', async () => {
    const renew = async (plateNo: string, claims: number, registered: object | null) => {
      if (registered !== null) expectStatus(200, await underwriter.put(`bonus-malus/${plateNo}`, registered));
      const { id } = await agent.createPolicy({ plateNo, policyStartDate: '2026-12-20' });
      for (let no = 0; no < claims; no += 1) expectStatus(200, await record(id, `${plateNo}-${no}`, { ...CLAIM, date: '2026-12-20' }));
      expectStatus(200, await record(id, `${plateNo}-X`, { ...CLAIM, date: '2026-12-20', atFault: false }));
      return id;
    };
    const clean = await renew('NBI1001', 0, null);
    const one = await renew('NBI1002', 1, null);
    const both = await renew('NBI1003', 1, { ...ROW, bonusMalus: 10, claimsLastYear: 1 });
    await at('2027-12-01T08:00:00Z');
    const renewed = async (id: number) =>
      expectStatus(205, await agent.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>().bonusMalus;
    expect([await renewed(clean), await renewed(one), await renewed(both)]).toEqual([9, 12, 12]);
    expect(await listRows('NBI1002')).toMatchObject([{ bonusMalus: 12, claimsLastYear: 0, claimsLast5Years: 1 }]);
    expect(await listRows('NBI1003')).toMatchObject([{ bonusMalus: 12, claimsLast5Years: 1 }]);
  });
});
