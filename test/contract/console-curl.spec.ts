import { buildCurl, listParameters, quoteForShell, toPathTemplate } from '../../console/src/parts/curl.js';
import { buildFixtureCurl, fillDraft, findLine } from '../../console/src/parts/fixtures.js';

const ROOT = 'https://gateway.example/dev';
const outcome = { status: null, code: null, value: null };
const RIVER = { 'fire_application.objects_insured[0].meters_from_river': 30 };

/** Creates a test value of the sandbox with these fields. */
const createFixture = (fields: Readonly<Record<string, unknown>>, effect = 'referral') => ({
  ...{ code: 'F25-03', effect, title: 'A stream', fields, call: 'POST /fire-api/rsc/applications', outcome },
});

describe('the command that repeats a call', () => {
  it('has variables for keys and path parameters', () => {
    expect(buildCurl({ method: 'GET', root: ROOT, route: '/docs-api/policy/applications/:applicationId/documents/:id' })).toBe(
      [
        `curl -X GET "${ROOT}/docs-api/policy/applications/$APPLICATION_ID/documents/$ID"`,
        '-H "X-Api-Key: $API_KEY"',
        '-H "Authorization: Bearer $TOKEN"',
      ].join(' \\\n  '),
    );
  });

  it('sends a body and a new key for repetition with a write', () => {
    const command = buildCurl({ method: 'POST', root: ROOT, route: '/fire-api/rsc/applications' });
    expect(command).toContain(`-H "Idempotency-Key: $(uuidgen)"`);
    expect(command).toContain('-d @body.json');
    expect(buildCurl({ method: 'DELETE', root: ROOT, route: '/fire-api/rsc/applications/:id' })).not.toContain('-d');
  });

  it('contains a body that is known, whatever its characters', () => {
    const data = quoteForShell(`{"note":"it's"}`);
    expect(data).toBe(`'{"note":"it'\\''s"}'`);
    expect(buildCurl({ method: 'PUT', root: ROOT, route: '/x', data })).toContain(`-d ${data}`);
  });

  it('has no token where the call issues one', () => {
    expect(buildCurl({ method: 'POST', root: ROOT, route: '/auth-api/resources/tokens' })).not.toContain('Authorization');
  });

  it('names the parameters of a route as the API document does', () => {
    expect(listParameters('/x/:id/prefectureCode=:code')).toEqual(['id', 'code']);
    expect(toPathTemplate('/x/:id/prefectureCode=:code')).toBe('/x/{id}/prefectureCode={code}');
  });
});

describe('a test value of the sandbox', () => {
  it('is entered into the form of its line, beside what is there', () => {
    const draft = { start_date: '2026-12-01', objects_insured: [{ city: 'Athens' }] };
    expect(findLine(createFixture(RIVER))).toBe('fire');
    expect(fillDraft(draft, createFixture(RIVER), 'el-GR')).toEqual({
      start_date: '2026-12-01',
      objects_insured: [{ city: 'Athens', meters_from_river: '30' }],
    });
    expect(draft.objects_insured).toEqual([{ city: 'Athens' }]);
  });

  it('is typed as people in the language do, with lists as lists', () => {
    const claims = [{ claim_date: '2026-08-20', claim_amount: 10000.01 }];
    const fixture = createFixture({ 'fire_application.objects_insured[0].claims_history': claims });
    expect(fillDraft({}, fixture, 'el-GR')).toEqual({
      objects_insured: [{ claims_history: [{ claim_date: '2026-08-20', claim_amount: '10000,01' }] }],
    });
    expect(fillDraft({}, createFixture({ discountCodes: '90', 'client.afm': '099000049' }), 'en-GB')).toEqual({
      discountCodes: ['90'],
      client: { afm: '099000049' },
    });
    expect(findLine(createFixture({ plateNo: 'TTX1012' }))).toBe('motor');
    expect(findLine(createFixture({ file_name: 'eicar.txt' }, 'infected'))).toBeNull();
  });

  it('is added to an application by jq, whose paths it has', () => {
    expect(buildFixtureCurl(createFixture(RIVER), 'fire', ROOT)).toMatch(
      /^jq '\.fire_application\.objects_insured\[0\]\.meters_from_river = 30' application\.json \|\n {2}curl -X POST .*-d @-$/s,
    );
  });
});
