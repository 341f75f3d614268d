import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';
import { toPain001, type CreditTransferOrder } from './credit-transfer.js';
import { toBankText } from './bank-text.js';

const SCHEMA = readFileSync('test/support/schemas/pain.001.001.09.xsd', 'utf8');

function getOrder(amounts: readonly string[], name = 'ΠΑΠΑΔΟΠΟΥΛΟΥ & ΣΙΑ <Ο.Ε.>'): CreditTransferOrder {
  return {
    messageId: 'PAYOUT-00000001',
    createdAt: '2026-11-25T10:00:00',
    executionDate: '2026-11-26',
    debtorName: 'SAMPLE INSURANCE S.A.',
    debtorIban: 'GR9608100010000001234567890',
    transfers: amounts.map((amount, index) => ({
      endToEndId: `REFUND-${index}-${index}`,
      amount,
      creditorName: toBankText(name, 70),
      creditorIban: 'GR1601101250000000012300695',
      remittance: `REFUND ${index} P260000001`,
    })),
  };
}

async function listViolations(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'order.xml', contents: xml },
    schema: { fileName: 'pain.xsd', contents: SCHEMA },
  });
  return errors.map(({ message }) => message);
}

describe('toPain001', () => {
  it.each([[['0.01']], [['10.50', '999999999.99', '0.10']], [Array.from({ length: 1_000 }, (_, index) => (index + 0.01).toFixed(2))]])(
    'writes a file that the schema accepts, with count and sum of %j',
    async (amounts) => {
      const xml = toPain001(getOrder(amounts));
      expect(await listViolations(xml)).toEqual([]);
      const cents = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
      const sum = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      expect(xml.match(/<NbOfTxs>(\d+)<\/NbOfTxs><CtrlSum>([\d.]+)<\/CtrlSum>/g)).toEqual(
        Array(2).fill(`<NbOfTxs>${amounts.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`),
      );
    },
  );

  it('escapes the special characters of XML', () => {
    const order = getOrder(['1.00']);
    const [transfer] = order.transfers;
    const xml = toPain001({ ...order, transfers: [{ ...transfer!, creditorName: '</Nm>&<x>' }] });
    expect(xml).toContain('<Cdtr><Nm>&lt;/Nm&gt;&amp;&lt;x&gt;</Nm></Cdtr>');
  });

  it('writes a file in which the schema finds injected violations', async () => {
    expect(await listViolations(toPain001(getOrder(['0.00'])))).not.toEqual([]);
    expect(await listViolations(toPain001(getOrder([])))).not.toEqual([]);
    expect(await listViolations(toPain001(getOrder(['1.00'], '')))).not.toEqual([]);
  });
});
