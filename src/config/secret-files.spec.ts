import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../common/operator-error.js';
import { readConfig } from './config.js';
import { readGatewayAccess } from './gateway-access.js';

describe('Secrets in files', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  it('are read from the file that the variable with _FILE names, without the last line break', () => {
    const config = readConfig({
      DATABASE_URL_FILE: write('database', 'postgres://u:p@db/gateway\n'),
      REDIS_URL_FILE: write('redis', 'redis://cache:6379\r\n'),
      SECRETS_KEY_FILE: write('key', key),
      SMTP_URL_FILE: ` ${write('smtp', 'smtps://u:p@mail\n')} `,
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://u:p@db/gateway',
      redisUrl: 'redis://cache:6379',
      secretsKeys: [Buffer.alloc(32, 7)],
      smtpUrl: 'smtps://u:p@mail',
      demo: false,
    });
  });

  it('are read for the commands that call a gateway too', () => {
    const files = { GATEWAY_API_KEY_FILE: write('api', 'the-key\n'), GATEWAY_USER_KEY_FILE: write('user', 'the-user\n') };
    expect(readGatewayAccess(files)).toMatchObject({ apiKey: 'the-key', userKey: 'the-user' });
  });

  it('stop the start when both the value and its file are set', () => {
    const read = () => readConfig({ SECRETS_KEY: key, SECRETS_KEY_FILE: write('both', key) });
    expect(read).toThrow(new ConfigError('Set either SECRETS_KEY or SECRETS_KEY_FILE, not both.'));
  });

  it('count as not set when the variable is empty', () => {
    expect(readConfig({ DATABASE_URL: '', DATABASE_URL_FILE: ' ' }).databaseUrl).toBeNull();
  });

  it.each([
    ['is missing', () => join(folder, 'gone'), 'cannot be read (ENOENT)'],
    ['is a folder', () => folder, 'cannot be read (EISDIR)'],
    ['is empty', () => write('empty', ' \n'), 'is empty'],
  ])('stop the start when the file %s', (_, file, reason) => {
    expect(() => readConfig({ DATABASE_URL_FILE: file() })).toThrow(ConfigError);
    expect(() => readConfig({ DATABASE_URL_FILE: file() })).toThrow(`DATABASE_URL_FILE names the file ${file()}, which`);
    expect(() => readConfig({ DATABASE_URL_FILE: file() })).toThrow(reason);
  });

  it('are checked like the variable itself, without repeating the secret', () => {
    const read = () => readConfig({ SECRETS_KEY_FILE: write('wrong', 'hunter2') });
    expect(read).toThrow(/^SECRETS_KEY must be 32 bytes in base64/);
    expect(read).not.toThrow('hunter2');
  });
});
