import { Exchange, MAX_RECORDED_BYTES } from './exchange.js';

const CALL = { method: 'POST', headers: {} };

function recordRequest(text: string): { text: string; cut: boolean } | null {
  const exchange = new Exchange();
  exchange.setRequest(Buffer.from(text));
  return exchange.toRecord(CALL).request;
}

describe('the record of an exchange', () => {
  it.each([
    ['{"user-key":"abc","note":"x"}', '{"user-key":"•••","note":"x"}'],
    ['{ "API_KEY" : "a\\"b" }', '{ "API_KEY" : "•••" }'],
    ['{"access_token":"a","token_type":"bearer"}', '{"access_token":"•••","token_type":"bearer"}'],
    ['{"client_secret":"a","newPassword":"b"}', '{"client_secret":"•••","newPassword":"•••"}'],
    [`{"afm":"${'k'.repeat(40)}"}`, '{"afm":"•••"}'],
    ['{"token":"cut in the midd', '{"token":"•••'],
    ['{"url":"https://x.example/dev/c/4fK2w9XbT7mQ1zR8yL5pN3vH6jD0"}', '{"url":"https://x.example/dev/c/•••"}'],
    ['{"iban":"GR16 0110 1250 0000 0001 2300 695"}', '{"iban":"GR…0695"}'],
    ['{"iban":"GR1601101250000000012300695"}', '{"iban":"GR…0695"}'],
    ['{"payment_code":"RF23912344000000000100017"}', '{"payment_code":"RF23912344000000000100017"}'],
    ['not JSON\0', 'not JSON\uFFFD'],
  ])('shows %s as %s', (sent, shown) => {
    expect(recordRequest(sent)).toEqual({ text: shown, cut: false });
  });

  it('has at most 8 kB of a body, without a part of a character, and says that it is cut', () => {
    const whole = 'x '.repeat(MAX_RECORDED_BYTES / 2);
    expect(recordRequest(whole)).toEqual({ text: whole, cut: false });
    expect(recordRequest(`${whole}y`)).toEqual({ text: whole, cut: true });
    const greek = `x${'α'.repeat(MAX_RECORDED_BYTES)}`;
    const exchange = new Exchange();
    exchange.setResponse(greek);
    expect(exchange.toRecord(CALL).response).toEqual({ text: greek.slice(0, MAX_RECORDED_BYTES / 2), cut: true });
  });

  it('has the headers that matter, and no key, token or cookie', () => {
    const headers = { authorization: 'Bearer a', cookie: 'a=b', 'x-api-key': 'c', 'if-match': '"3-el"', 'user-agent': 'u '.repeat(150) };
    expect(new Exchange().toRecord({ method: 'PUT', headers }).headers).toEqual([
      { name: 'if-match', value: '"3-el"' },
      { name: 'user-agent', value: 'u '.repeat(100) },
    ]);
  });

  it('has no response to HEAD, which has no body', () => {
    const exchange = new Exchange();
    exchange.setResponse('{}');
    expect(exchange.toRecord({ method: 'HEAD', headers: {} })).toEqual({ headers: [], request: null, response: null });
  });
});
