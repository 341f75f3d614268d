import * as files from '../../../support/files.js';
import { MOTOR_CAR, buildMotorBody } from '../../../support/motor.js';
import { asks, NEEDS_KEY, NEEDS_TOKEN, type Way, type Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const MTR = '/mtr-api/resources';
const APPLICATIONS = `${MTR}/applications`;
const APPLICATION = `${APPLICATIONS}/{application}`;
const POLICY = `${MTR}/policies/{id}`;
const UPLOAD = { query: 'fileName=a.pdf&categoryId=4', body: files.PDF, type: 'application/pdf' };

const of =
  (changes = {}, json?: unknown): Way =>
  async (fixture) => ({ at: [await fixture.vehicle(changes)], json });
const foreign: Way = ({ foreign: { motor } }) => ({ at: [motor] });
const INCOMPLETE = of({ insuredValue: null });
const REFERRED = of({ insuredValue: 72_000 });

const prepaid: Way = async (fixture) => {
  const id = await fixture.vehicle();
  await fixture.call(`PUT ${APPLICATION}/issuePrepay`, { at: [id] });
  return { at: [id] };
};
const ofPolicy: Way = async (fixture) => ({ at: [await fixture.policy('motor')] });
const ofInstalment: Way = async (fixture) => ({ at: [await fixture.vehicleWithInstalment()] });

const ofDocument =
  (json?: unknown): Way =>
  async (fixture) => {
    const id = await fixture.vehicle();
    return { at: [id, await fixture.uploaded(`POST ${APPLICATION}/documents`, id, UPLOAD)], json };
  };
const ofMissingDocument: Way = async (fixture) => ({ at: [await fixture.vehicle(), 999_999] });
const ofPolicyDocument: Way = async (fixture) => {
  const id = await fixture.policy('motor');
  const { documents } = (await fixture.call(`GET ${POLICY}/documents`, { at: [id] })).json<{ documents: { fileId: number }[] }>();
  return { at: [id, documents[0]?.fileId ?? 0] };
};
const ofMissingPolicyDocument: Way = async (fixture) => ({ at: [await fixture.policy('motor'), 999_999] });

async function register(fixture: CallFixture): Promise<{ query: string }> {
  const plateNo = fixture.plate();
  const entry = { plateNo, afm: '090000045', bonusMalus: 4, claimsLastYear: 0, claimsLast5Years: 2, source: 'TEST', asOf: '2026-02-01' };
  await fixture.app.running.parts.bonusMalus.add(fixture.environment, [entry]);
  return { query: `plateNo=${plateNo}` };
}

/** Operations on vehicles: applications, policies, documents, quotes (motor.1). */
export const VEHICLES: Ways = {
  [`GET ${MTR}`]: NEEDS_KEY,
  [`GET ${APPLICATIONS}`]: asks('limit=0'),
  [`POST ${APPLICATIONS}`]: { done: [201, { json: buildMotorBody() }], refused: ['400 -110', { json: buildMotorBody({ 'client.afm': '1' }) }] },
  [`GET ${APPLICATIONS}/template`]: NEEDS_TOKEN,
  [`GET ${APPLICATION}`]: { done: [200, of()], refused: ['400 -300', foreign] },
  [`PUT ${APPLICATION}`]: { done: [200, of({}, { insuredValue: 8000 })], refused: ['400 -602', of({}, { bundleCode: 'B9' })] },
  [`DELETE ${APPLICATION}`]: { done: [204, of()], refused: ['400 -400', ofPolicy] },
  [`GET ${APPLICATION}/details`]: { done: [200, ofPolicy], refused: ['400 -300', foreign] },
  [`PUT ${APPLICATION}/freeze`]: { done: [200, of()], refused: ['400 -400', INCOMPLETE] },
  [`PUT ${APPLICATION}/issueCharge`]: { done: [205, of()], refused: ['400 -702', ofPolicy] },
  [`PUT ${APPLICATION}/issuePrepay`]: { done: [205, of()], refused: ['400 -400', REFERRED] },
  [`GET ${APPLICATION}/notification`]: { done: [200, prepaid], refused: ['400 -703', of()] },
  [`PUT ${APPLICATION}/requestApproval`]: { done: [205, REFERRED], refused: ['400 -400', INCOMPLETE] },
  [`PUT ${APPLICATION}/requestCustomerApproval`]: { done: [200, of()], refused: ['400 -400', REFERRED] },

  [`GET ${APPLICATION}/documents`]: { done: [200, of()], refused: ['400 -300', foreign] },
  [`POST ${APPLICATION}/documents`]: {
    done: [201, async (fixture) => ({ at: [await fixture.vehicle()], ...UPLOAD })],
    refused: ['400 -803', async (fixture) => ({ at: [await fixture.vehicle()], ...UPLOAD, query: 'fileName=a.pdf&categoryId=28' })],
  },
  [`GET ${APPLICATION}/documents/{documentId}`]: { done: [200, ofDocument()], refused: ['400 -303', ofMissingDocument] },
  [`PUT ${APPLICATION}/documents/{documentId}`]: { done: [200, ofDocument({ docCategoryId: 2 })], refused: ['400 -101', ofDocument({})] },
  [`DELETE ${APPLICATION}/documents/{documentId}`]: { done: [204, ofDocument()], refused: ['400 -303', ofMissingDocument] },
  [`GET ${APPLICATION}/documents/{documentId}/image`]: { done: [200, ofDocument()], refused: ['400 -303', ofMissingDocument] },

  [`GET ${MTR}/policies`]: asks('limit=0'),
  [`GET ${POLICY}`]: { done: [200, ofPolicy], refused: ['400 -301', of()] },
  [`GET ${POLICY}/documents`]: { done: [200, ofPolicy], refused: ['400 -301', foreign] },
  [`GET ${POLICY}/documents/{documentId}`]: { done: [200, ofPolicyDocument], refused: ['400 -303', ofMissingPolicyDocument] },
  [`GET ${POLICY}/documents/{documentId}/image`]: { done: [200, ofPolicyDocument], refused: ['400 -303', ofMissingPolicyDocument] },
  [`GET ${POLICY}/claimsHistory`]: { done: [200, ofPolicy], refused: ['400 -301', of()] },
  [`PUT ${POLICY}/greenCard`]: { done: [201, async (fixture) => ({ at: [await fixture.vehiclePolicy()] })], refused: ['400 -301', foreign] },
  [`PUT ${POLICY}/issueCharge`]: { done: [205, ofInstalment], refused: ['400 -702', ofPolicy] },
  [`GET ${POLICY}/notification`]: { done: [200, ofInstalment], refused: ['400 -703', ofPolicy] },

  [`GET ${MTR}/quotes/bonusMalus`]: { done: [200, register], refused: ['400 -606', { query: 'plateNo=ZZZ9999' }] },
  [`GET ${MTR}/quotes/prices`]: NEEDS_TOKEN,
  [`POST ${MTR}/quotes/prices`]: { done: [200, { json: MOTOR_CAR }], refused: ['400 -603', { json: { ...MOTOR_CAR, extraCovers: 'M99' } }] },
};
