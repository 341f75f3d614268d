import { readConfig } from '../../src/config/config.js';
import { ConfigError } from '../../src/common/operator-error.js';
import { startGateway, type RunningGateway } from '../support/gateway.js';

const PATH = '/.well-known/security.txt';
const SET = {
  SECURITY_CONTACT: 'mailto:security@insurer.example, https://insurer.example/report',
  SECURITY_POLICY: 'https://insurer.example/disclosure',
  SECURITY_LANGUAGES: 'el, en',
};

async function withGateway(variables: Record<string, string>, work: (gateway: RunningGateway) => Promise<void>): Promise<void> {
  const { securityContact, publicUrl } = readConfig(variables);
  const gateway = await startGateway([], { securityContact, publicUrl });
  try {
    await work(gateway);
  } finally {
    await gateway.stop();
  }
}

describe('security.txt', () => {
  it('has contact, expiry, languages, address and policy', async () => {
    await withGateway({ ...SET, PUBLIC_URL: 'https://gateway.example' }, async ({ client }) => {
      const response = await client.undescribed().get(PATH);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      const expires = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/m.exec(response.text)![1]!;
      const days = (Date.parse(expires) - Date.now()) / 86_400_000;
      expect(days > 178 && days <= 180).toBe(true);
      expect(response.text).toBe(
        [
          'Contact: mailto:security@insurer.example',
          'Contact: https://insurer.example/report',
          `Expires: ${expires}`,
          'Preferred-Languages: el, en',
          'Canonical: https://gateway.example/.well-known/security.txt',
          'Policy: https://insurer.example/disclosure',
          '',
        ].join('\n'),
      );
      expect(response.headers).not.toHaveProperty('x-ratelimit-limit');
      expect((await client.undescribed().get(`/dev${PATH}`)).status).toBe(404);
    });
  });

  it('is not found without a contact', async () => {
    await withGateway({}, async ({ client }) => {
      const response = await client.undescribed().get(PATH);
      expect([response.status, response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    });
  });

  it.each([
    [{ ...SET, SECURITY_CONTACT: 'security@insurer.example' }, 'SECURITY_CONTACT must be a URL'],
    [{ ...SET, SECURITY_CONTACT: '' }, 'need SECURITY_CONTACT too'],
    [{ ...SET, SECURITY_POLICY: 'http://insurer.example' }, 'SECURITY_POLICY must be a URL'],
    [{ ...SET, SECURITY_LANGUAGES: 'el;en' }, 'SECURITY_LANGUAGES must be a comma list'],
  ])('is refused at the start with %j', (variables, reason) => {
    expect(() => readConfig(variables)).toThrow(ConfigError);
    expect(() => readConfig(variables)).toThrow(reason);
  });
});
