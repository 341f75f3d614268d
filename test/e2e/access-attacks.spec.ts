import { jest } from '@jest/globals';
import type { HttpResponse } from '../support/client.js';
import { CERTIFICATE_HEADER, type AttackedApps } from '../support/attacks/attack.js';
import { FACTOR_ATTACKS } from '../support/attacks/factor-attacks.js';
import { PROGRAM_ATTACKS } from '../support/attacks/program-attacks.js';
import { PROVIDER_ATTACKS } from '../support/attacks/provider-attacks.js';
import { STAFF_ATTACKS } from '../support/attacks/staff-attacks.js';
import { AuthorityFixture } from '../support/authority-fixture.js';
import { OidcFixture } from '../support/oidc-fixture.js';

// Two applications, one of them with documents to print.
jest.setTimeout(60_000);

const ATTACKS = { ...PROVIDER_ATTACKS, ...FACTOR_ATTACKS, ...PROGRAM_ATTACKS, ...STAFF_ATTACKS };
/** Rows that count attempts. */
const COUNTS = 'gateway.sign_in_attempt';

let apps: AttackedApps;

beforeAll(async () => {
  const oidc = await OidcFixture.start({}, { clientCertHeader: CERTIFICATE_HEADER.toLowerCase() });
  await oidc.createUser('maria@insurer.example', 'issuing');
  apps = { oidc, node: oidc.nodes[0], authority: await AuthorityFixture.start() };
});
afterAll(async () => {
  await apps.authority.stop();
  await apps.oidc.stop();
});
beforeEach(() => apps.authority.begin());

async function readAll({ oidc, authority }: AttackedApps): Promise<Record<string, string>> {
  const tables = Object.entries({ ...(await oidc.readTables()), ...(await authority.app.readFingerprint()) });
  return Object.fromEntries(tables.filter(([name]) => name !== COUNTS));
}

/** Returns the code of an error in any of the formats. */
function findCode(response: HttpResponse): unknown {
  const { error } = response.json<{ error: string | { code: string } }>();
  return typeof error === 'object' ? error.code : error;
}

it.each(Object.entries(ATTACKS).flatMap(([surface, attacks]) => attacks.map((attack) => [surface, ...attack] as const)))(
  'refuses and changes nothing: %s %s',
  async (_surface, _title, status, code, prepare) => {
    const attempt = await prepare(apps);
    const before = await readAll(apps);
    const response = await attempt();
    expect([response.status, findCode(response)]).toEqual([status, code]);
    expect(JSON.stringify(response.headers['set-cookie'] ?? [])).not.toMatch(/__Host-session=\w/);
    expect(await readAll(apps)).toEqual(before);
  },
);
