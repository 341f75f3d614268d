import { ConfigError } from '../common/operator-error.js';
import { readConfig } from './config.js';

describe('CLAMD_HOST', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['clamd', { host: 'clamd', port: 3310 }],
    ['clamd.internal:3311', { host: 'clamd.internal', port: 3311 }],
    ['10.0.0.7', { host: '10.0.0.7', port: 3310 }],
    ['[::1]', { host: '::1', port: 3310 }],
    ['[fd00::7]:3311', { host: 'fd00::7', port: 3311 }],
  ])('accepts the value %s', (value, expected) => {
    expect(readConfig({ CLAMD_HOST: value }).clamd).toEqual(expected);
  });

  it.each([
    'clamd:',
    'clamd:port',
    'clamd:65536',
    'clamd:123456',
    'tcp://clamd:3310',
    'clamd:3310/scan',
    'a b',
    '::1',
    'user@clamd',
    '[clamd]',
  ])('refuses the value %s and names the setting', (value) => {
    expect(() => readConfig({ CLAMD_HOST: value })).toThrow(ConfigError);
    expect(() => readConfig({ CLAMD_HOST: value })).toThrow('CLAMD_HOST must be host:port');
  });
});

describe('DATABASE_POOL_URL', () => {
  const DATABASE_URL = 'postgres://owner@db/name';
  const DATABASE_POOL_URL = 'postgres://insurance_{schema}:secret@pooler:6432/name';

  it('is read with its placeholder', () => {
    expect(readConfig({}).databasePoolUrl).toBeNull();
    expect(readConfig({ DATABASE_URL, DATABASE_POOL_URL }).databasePoolUrl).toBe(DATABASE_POOL_URL);
  });

  it.each([
    [{ DATABASE_POOL_URL }, 'DATABASE_POOL_URL needs DATABASE_URL too'],
    [{ DATABASE_URL, DATABASE_POOL_URL: 'postgres://one@pooler/{schema}' }, 'DATABASE_POOL_URL must have {schema} in its user'],
    [{ DATABASE_URL, DATABASE_POOL_URL: 'pooler:6432' }, 'DATABASE_POOL_URL must be a URL'],
  ])('refuses %o', (variables, reason) => {
    expect(() => readConfig(variables)).toThrow(ConfigError);
    expect(() => readConfig(variables)).toThrow(reason);
  });
});

describe('DATABASE_READ_URL', () => {
  it('lists the address of each standby', () => {
    expect(readConfig({}).databaseReadUrls).toEqual([]);
    const urls = ['postgres://u:p@one:5432/name', 'postgres://u:p@two/name'];
    expect(readConfig({ DATABASE_READ_URL: 'postgres://u:p@one:5432,two/name' }).databaseReadUrls).toEqual(urls);
  });

  it('refuses what is no address', () => {
    expect(() => readConfig({ DATABASE_READ_URL: 'one:5432' })).toThrow('DATABASE_READ_URL must');
  });
});

describe('DATABASE_URL', () => {
  it.each([
    'postgres://one/name',
    'postgresql://user:p%40ss,word@one:5432/name?sslmode=require',
    'postgres://user:secret@one:5432,two,[::1]:5433/name',
  ])('accepts the value %s', (value) => {
    expect(readConfig({ DATABASE_URL: value }).databaseUrl).toBe(value);
  });

  it.each(['one,two', 'redis://one,two/name', 'postgres://one,,two/name', 'postgres://one:5432,two:port/name', 'postgres://u@,two/name'])(
    'refuses the value %s and names the setting',
    (value) => {
      expect(() => readConfig({ DATABASE_URL: value })).toThrow(/^DATABASE_URL must/);
    },
  );

  it('refuses more than ten hosts', () => {
    const hosts = Array.from({ length: 11 }, (_, index) => `host-${index}`).join(',');
    expect(() => readConfig({ DATABASE_URL: `postgres://${hosts}/name` })).toThrow('DATABASE_URL must list at most 10 hosts.');
  });
});

describe('the object storage', () => {
  const keys = { S3_BUCKET: 'archive', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

  it('is optional, and has a default region', () => {
    expect(readConfig({}).objectStorage).toBeNull();
    const expected = { endpoint: 'https://s3.example/base', bucket: 'archive', region: 'us-east-1', accessKey: 'key', secretKey: 'secret' };
    expect(readConfig({ ...keys, S3_ENDPOINT: 'https://s3.example/base/' }).objectStorage).toEqual(expected);
    expect(readConfig({ ...keys, S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu-south-1' }).objectStorage).toMatchObject({
      endpoint: 'https://s3.example',
      region: 'eu-south-1',
    });
  });

  it.each([
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY must be set together.'],
    [{ ...keys, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be a URL'],
    [{ ...keys, S3_ENDPOINT: 'https://key:secret@s3.example' }, 'S3_ENDPOINT must be an address like'],
    [{ ...keys, S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'a/b' }, 'S3_BUCKET must be the name of a bucket'],
  ])('refuses %j', (variables, message) => {
    expect(() => readConfig(variables)).toThrow(message);
  });
});

describe('SECRETS_KEY', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 255)];
  const [first, second] = [one.toString('base64'), other.toString('base64')];

  it.each([
    [undefined, []],
    [' ', []],
    [first, [one]],
    [`${first}, ${second}`, [one, other]],
  ])('accepts the value %s', (value, expected) => {
    expect(readConfig({ SECRETS_KEY: value }).secretsKeys).toEqual(expected);
  });

  it.each([
    first.slice(0, -1),
    Buffer.alloc(31, 1).toString('base64'),
    Buffer.alloc(33, 1).toString('base64'),
    one.toString('hex'),
    second.replaceAll('/', '_'),
    `${first},`,
    Array.from({ length: 11 }, () => first).join(','),
  ])('refuses the value %s without repeating it', (value) => {
    const read = (): unknown => readConfig({ SECRETS_KEY: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^SECRETS_KEY must be 32 bytes in base64 \(openssl rand -base64 32\), or up to 10 of these as a comma list\.$/);
  });
});

describe.each([
  ['TRUST_PROXY', 'trustProxy'],
  ['WEBHOOK_ALLOWED_NETWORKS', 'webhookAllowedNetworks'],
] as const)('the setting %s', (name, property) => {
  it('accepts a list of addresses and blocks', () => {
    expect(readConfig({})[property]).toEqual([]);
    const items = ['10.0.0.7', '192.0.2.0/24', '2001:db8::/32', '::ffff:10.0.0.0/104'];
    expect(readConfig({ [name]: items.join(', ') })[property]).toEqual(items);
  });

  it.each(['::ffff:10.0.0.0/8', '::ffff:a00:0/8', '10.0.0.0/33', '10.0.0.7/', 'fe80::1%eth0', 'proxy.example'])(
    'refuses the item %s',
    (item) => {
      const read = (): unknown => readConfig({ [name]: `10.0.0.7,${item}` });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(
        `${name} must be a comma list of addresses or blocks like 10.0.0.7 or 10.0.0.0/8 (IPv4 blocks in this form only), not ${item}.`,
      );
    },
  );
});

describe('PUBLIC_URL', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['https://gw.example', 'https://gw.example'],
    ['https://gw.example:8443/', 'https://gw.example:8443'],
    ['http://gw.example/insurer/api//', 'http://gw.example/insurer/api'],
    ['https://[2001:db8::1]:8443/@api', 'https://[2001:db8::1]:8443/@api'],
    ['HTTPS://GW.example', 'https://gw.example'],
    ['https://ασφάλειες.example/αρχή', 'https://xn--hxajnatk6cc1a.example/%CE%B1%CF%81%CF%87%CE%AE'],
  ])('reads the value %s as %s', (value, expected) => {
    expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe(expected);
  });

  it.each([
    'https://gw.example/?x=1',
    'https://gw.example/#x',
    'https://user:pw@gw.example',
    'https://user@gw.example',
    'https://:pw@gw.example',
  ])('refuses the value %s without repeating it', (value) => {
    const read = (): unknown => readConfig({ PUBLIC_URL: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /^PUBLIC_URL must be host and path only, like https:\/\/gateway\.example\/api: no user or password, no \? or #\.$/,
    );
  });

  it.each(['gw.example', 'ftp://gw.example', 'https://', 'https://gw example'])('refuses the value %s', (value) => {
    expect(() => readConfig({ PUBLIC_URL: value })).toThrow('PUBLIC_URL must be a URL with https:// or http://.');
  });
});

describe('MAIL_FROM', () => {
  it.each([
    [undefined, 'Insurance gateway', 'no-reply@localhost'],
    ['', 'Insurance gateway', 'no-reply@localhost'],
    ['no-reply@insurer.example', '', 'no-reply@insurer.example'],
    ['<no-reply@insurer.example>', '', 'no-reply@insurer.example'],
    ['Ασφαλιστική Α.Ε. <no-reply@insurer.example>', 'Ασφαλιστική Α.Ε.', 'no-reply@insurer.example'],
    ['"Insurer, Inc." <no-reply@insurer.example>', 'Insurer, Inc.', 'no-reply@insurer.example'],
  ])('accepts the value %s', (value, name, address) => {
    expect(readConfig({ MAIL_FROM: value }).mailFrom).toEqual({ name, address });
  });

  it.each([
    'not an address',
    'insurer.example',
    'no-reply@',
    '@insurer.example',
    'no-reply@insurer..example',
    'Insurer no-reply@insurer.example',
    'Insurer <no-reply@insurer.example',
    'Insurer <not an address>',
    'Insurer, Inc. <no-reply@insurer.example>',
    'a@insurer.example, b@insurer.example',
    'Insurer\r\nBcc: b@insurer.example <a@insurer.example>',
    'Insurer\nInc <a@insurer.example>',
    'Insurer\u0000 <a@insurer.example>',
    'a\u0000b@insurer.example',
    '"Insurer\u0007" <a@insurer.example>',
    'Insurer\u2028Bcc <a@insurer.example>',
    'Insurer: a@insurer.example;',
    'Insurer:a@insurer.example',
    'Insurer (a comment) <a@insurer.example>',
    'Insurer <x:a@insurer.example>',
  ])('refuses the value %j', (value) => {
    const read = (): unknown => readConfig({ MAIL_FROM: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^MAIL_FROM must be one mail address/);
  });
});
