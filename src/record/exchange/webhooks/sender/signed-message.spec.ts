import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signMessage } from './signed-message.js';

const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const [secret, previous, other] = [createSecret(), createSecret(), createSecret()];
const message = { id: 'evt_7_0badcafe', type: 'policy.issued', timestamp: '2026-12-01T09:30:00+02:00', data: { policy_no: 'Π1' } };

describe('a signed message', () => {
  it('is accepted by the verifier of Standard Webhooks', () => {
    const { headers, body } = signMessage(message, [secret], new Date());
    expect(new Webhook(secret).verify(body, headers)).toEqual(message);
    expect(headers['webhook-id']).toBe(message.id);
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body)));
  });

  it('is accepted with either secret during a rotation', () => {
    const { headers, body } = signMessage(message, [secret, previous], new Date());
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const each of [secret, previous]) expect(new Webhook(each).verify(body, headers)).toEqual(message);
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  });

  it('is refused with a changed byte, id or time, and when it is old', () => {
    const { headers, body } = signMessage(message, [secret], new Date());
    const verify = (text: string, changes = {}): unknown => new Webhook(secret).verify(text, { ...headers, ...changes });
    for (let index = 0; index < body.length; index += 7) {
      const changed = `${body.slice(0, index)}${body[index] === 'x' ? 'y' : 'x'}${body.slice(index + 1)}`;
      expect(() => verify(changed)).toThrow('No matching signature');
    }
    expect(() => verify(body, { 'webhook-id': 'evt_8_0badcafe' })).toThrow('No matching signature');
    expect(() => verify(body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow('No matching signature');
    const old = signMessage(message, [secret], new Date(Date.now() - 301_000));
    expect(() => new Webhook(secret).verify(old.body, old.headers)).toThrow('too old');
  });
});
