import { toDecimal } from '../../../common/money.js';
import type { AmendmentFee } from '../../../pricing/tariff-model.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { addFee, calculateAmendmentFee, returnAmendmentFee } from './amendment-fee.js';

const RATES: Readonly<Record<string, string>> = { FIRE: '0.20', OTHER: '0.15' };

function receiptOf(nets: Readonly<Record<string, string>>): NewReceipt {
  const taxes = Object.entries(nets).map(([taxClass, net]) => ({ taxClass, net, fee: '0.00', rate: RATES[taxClass]!, tax: '0.00' }));
  const net = taxes.reduce((sum, share) => sum.plus(share.net), toDecimal(0)).toFixed(2);
  return { kind: 'ENDORSEMENT', net, fee: '0.00', tax: '0.00', levy: '0.00', gross: net, taxes } as unknown as NewReceipt;
}

function termsOf(rate: string, others: Partial<Record<'min' | 'max' | 'perTerm', string>> & { onReturn?: boolean } = {}): AmendmentFee {
  const { min = '0', max = '1000', perTerm, onReturn = false } = others;
  return {
    rate: { text: rate, value: toDecimal(rate) },
    min: toDecimal(min),
    max: toDecimal(max),
    perTerm: perTerm === undefined ? null : toDecimal(perTerm),
    onReturn,
  };
}

const toAct = (endorsements: readonly NewReceipt[]) => ({ endorsements, replacements: [] });
const feesOf = (receipts: readonly NewReceipt[], terms: AmendmentFee | null, charged = '0') =>
  calculateAmendmentFee(toAct(receipts), terms, toDecimal(charged)).map(({ taxClass, fee, tax }) => [taxClass, fee, tax].join(' '));

describe('the fee of an amendment', () => {
  it('is a share of the net, split over the tax classes in proportion, and taxed', () => {
    expect(feesOf([receiptOf({ FIRE: '36.04' })], termsOf('0.10'))).toEqual(['FIRE 3.60 0.72']);
    expect(feesOf([receiptOf({ OTHER: '63.96', FIRE: '13.68' })], termsOf('0.08'))).toEqual(['OTHER 5.12 0.77', 'FIRE 1.09 0.22']);
    expect(feesOf([receiptOf({ OTHER: '40.00' }), receiptOf({ OTHER: '20.00', FIRE: '-10.00' })], termsOf('0.10'))).toEqual([
      'OTHER 5.00 0.75',
    ]);
  });

  it('is between min and max, and within the limit of the term', () => {
    const act = [receiptOf({ FIRE: '100.00' })];
    expect(feesOf(act, termsOf('0.01', { min: '2.50' }))).toEqual(['FIRE 2.50 0.50']);
    expect(feesOf(act, termsOf('0.10', { max: '4' }))).toEqual(['FIRE 4.00 0.80']);
    expect(feesOf(act, termsOf('0.10', { perTerm: '15' }), '9.00')).toEqual(['FIRE 6.00 1.20']);
    expect(feesOf(act, termsOf('0.10', { perTerm: '15' }), '15.00')).toEqual([]);
  });

  it('is zero without terms and without a difference, and for what is given back unless the tariff says so', () => {
    const back = [receiptOf({ FIRE: '-20.00' })];
    expect(feesOf([receiptOf({ FIRE: '20.00' })], null)).toEqual([]);
    expect(feesOf([receiptOf({ FIRE: '20.00', OTHER: '-20.00' })], termsOf('0.10', { min: '5' }))).toEqual([]);
    expect(feesOf(back, termsOf('0.10'))).toEqual([]);
    expect(feesOf(back, termsOf('0.10', { onReturn: true }))).toEqual(['FIRE 2.00 0.40']);
    expect(feesOf(back, termsOf('0.10', { onReturn: true, min: '50' }))).toEqual(['FIRE 20.00 4.00']);
  });

  it('is on the first receipt, and goes back with a reversal', () => {
    const act = toAct([receiptOf({ FIRE: '36.04' }), receiptOf({ FIRE: '10.00' })]);
    const { endorsements: receipts } = addFee(act, calculateAmendmentFee(act, termsOf('0.10'), toDecimal(0)));
    expect(receipts.map(({ net, fee, tax, gross }) => [net, fee, tax, gross].join(' '))).toEqual([
      '36.04 4.60 0.92 41.56',
      '10.00 0.00 0.00 10.00',
    ]);

    const stored = receipts.map((receipt) => ({ ...receipt, status: 'PAID', amendmentId: 7 }) as ReceiptWithCovers);
    expect(returnAmendmentFee(stored, 7)).toEqual([{ taxClass: 'FIRE', rate: '0.20', net: '0.00', fee: '-4.60', tax: '-0.92' }]);
    expect(returnAmendmentFee(stored, 8)).toEqual([]);
  });
});
