import { createPrepaid } from '../support/collection.js';
import { getPaymentCode } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

interface LetterEntity {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly mails: readonly { readonly recipient: string; readonly address: string | null; readonly state: string }[];
}

let app: FireApp;
let agent: FireAgent;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'L100' })).sandbox;
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
});
afterAll(() => app.stop());

const lettersOf = async (id: number, staff = issuing): Promise<LetterEntity[]> =>
  expectStatus(200, await staff.get(`applications/${id}/letters`)).json<{ items: LetterEntity[] }>().items;

describe('a letter of the sandbox', () => {
  it('is written with the payment code, shown instead of mailed, and printed', async () => {
    const { id } = await createPrepaid(agent);
    const code = await getPaymentCode(agent, id);
    const [letter, ...others] = await lettersOf(id);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      kind: 'PAYMENT_REQUEST',
      mails: [{ recipient: 'CLIENT', address: 'maria@example.gr', state: 'shown' }],
    });
    expect(letter?.text).toContain(code.payment_code);
    const pdf = expectStatus(200, await issuing.get(`applications/${id}/letters/${letter?.id}`));
    const text = await pdfText(pdf.bytes);
    expect(text).toContain(code.payment_code);
  });
});
