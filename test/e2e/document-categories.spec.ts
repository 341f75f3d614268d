import type { ApplicationRecord } from '../../src/record/core/applications/application.js';
import { toLocalDate } from '../../src/common/athens.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { loadParameters } from '../../src/record/reference/parameters/parameter-loading.js';
import { getListsInForce } from '../../src/record/reference/lists/parameter-version.service.js';
import { referenceLists } from '../support/lists.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import * as files from '../support/files.js';
import { MotorAgent } from '../support/motor.js';
import { expectRefused, type ExpectedError } from '../support/expect-error.js';

type Line = ApplicationRecord['line'];

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  fire = (await app.createAgent()).production;
  motor = new MotorAgent(fire);
});
afterAll(() => app.stop());

const headers = { 'Content-Type': 'application/pdf' };
const getPath = (line: Line, id: number): string =>
  line === 'fire' ? `/docs-api/policy/applications/${id}/documents` : motor.path(`applications/${id}/documents`);

function upload(line: Line, id: number, category: number): Promise<HttpResponse> {
  const query =
    line === 'fire' ? `file_name=a.pdf&mime_type=application/pdf&category_id=${category}` : `fileName=a.pdf&categoryId=${category}`;
  return fire.client.call('POST', `${getPath(line, id)}?${query}`, { headers, body: files.PDF });
}

let plates = 5_000;

async function applicationIn(line: Line, status: '01' | '45' | '50'): Promise<number> {
  if (line === 'fire') return (await fire.insertIn(status)).id;
  const { id } = await motor.insert({ plateNo: `ZZZ${(plates += 1)}` });
  const [prepay, charge] = ['issuePrepay', 'issueCharge'];
  for (const action of { '01': [], '45': [prepay], '50': [prepay, charge] }[status]) expectStatus(205, await motor.act(id, action));
  return id;
}

const refusalOf = (line: Line): ExpectedError => ({
  code: '-803',
  violations: [[line === 'fire' ? 'category_id' : 'categoryId', '-803']],
});

describe.each<[Line]>([['fire'], ['motor']])('the uploads to an application of %s', (line) => {
  it.each([
    ['01', [5, 26, 2], [27]],
    ['45', [5, 26, 27, 2], []],
    ['50', [27, 2], [5, 26]],
  ] as const)('in status %s accept only the categories of that status', async (status, taken, refused) => {
    const id = await applicationIn(line, status);
    for (const category of taken) expectStatus(201, await upload(line, id, category));
    for (const category of refused) await expectRefused(app, () => upload(line, id, category), refusalOf(line));
  });
});

describe.each<[Line, string]>([
  ['fire', '/fire-api/parameters/documentCategories'],
  ['motor', '/mtr-api/resources/parameters/documentCategory'],
])('the list of categories of %s', (line, list) => {
  it('contains what uploads accept in some status, and nothing that they refuse in all', async () => {
    const offered = expectStatus(200, await fire.client.get(list))
      .json<{ id: number }[]>()
      .map(({ id }) => id);
    expect(offered.length).toBeGreaterThan(10);
    const statuses = ['01', '45', '50'] as const;
    const ids = [];
    for (const status of statuses) ids.push(await applicationIn(line, status));
    for (const { id: category } of referenceLists.all('documentCategories')) {
      const responses = [];
      for (const id of ids) responses.push((await upload(line, id, category)).status);
      expect([category, responses.includes(201)]).toEqual([category, offered.includes(category)]);
    }
  });
});

describe('a retired category', () => {
  it('is refused for a new document, and kept by a document that has it', async () => {
    const { id } = await fire.insert();
    const inserted = expectStatus(201, await upload('fire', id, 23)).json<{ id: number }>();
    const other = expectStatus(201, await upload('fire', id, 24)).json<{ id: number }>();
    await retire(23);
    await expectRefused(app, () => upload('fire', id, 23), refusalOf('fire'));
    const { id: vehicle } = await motor.insert();
    await expectRefused(app, () => upload('motor', vehicle, 23), refusalOf('motor'));

    const change = (document: { id: number }, comments: string): Promise<HttpResponse> =>
      fire.client.put(`${getPath('fire', id)}/${document.id}`, { file_name: 'b.pdf', category_id: 23, comments });
    expect(expectStatus(200, await change(inserted, 'Μένει')).json()).toMatchObject({ category_id: 23, comments: 'Μένει' });
    await expectRefused(app, () => change(other, 'Αλλάζει'), refusalOf('fire'));
  });
});

/** Loads a version of the list in which the category is retired, and waits until it is used. */
async function retire(category: number): Promise<void> {
  const parameters = app.running.parts.parameterRepository;
  const today = toLocalDate(app.clock.now());
  const lists = await getListsInForce(parameters, today);
  const rows = lists.all('documentCategories').map((row) => (row.id === category ? { ...row, active: false } : row));
  const text = JSON.stringify({ validFrom: today, lists: { documentCategories: rows } });
  await loadParameters({ parameters, tariffs: app.running.parts.tariffRepository, environments: ENVIRONMENTS, today }, text, false);
  const path = '/fire-api/parameters/documentCategories';
  for (const end = Date.now() + 5_000; ;) {
    const listed = await fire.client.get(path);
    if (listed.text.includes('"active":false')) return;
    if (Date.now() > end) throw new Error(`not retired within 5 seconds: ${listed.text.slice(0, 300)}`);
  }
}
