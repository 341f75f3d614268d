import { ConfigError, readConfig } from './config.js';

describe('CLAMD_HOST', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['clamd', { host: 'clamd', port: 3310 }],
    ['clamd.internal:3311', { host: 'clamd.internal', port: 3311 }],
    ['10.0.0.7', { host: '10.0.0.7', port: 3310 }],
    ['[::1]', { host: '::1', port: 3310 }],
    ['[fd00::7]:3311', { host: 'fd00::7', port: 3311 }],
  ])('%s is taken', (value, expected) => {
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
  ])('%s is refused by its name', (value) => {
    expect(() => readConfig({ CLAMD_HOST: value })).toThrow(ConfigError);
    expect(() => readConfig({ CLAMD_HOST: value })).toThrow('CLAMD_HOST must be host:port');
  });
});

describe('TRUST_PROXY', () => {
  it('is a list of addresses and blocks', () => {
    expect(readConfig({}).trustProxy).toEqual([]);
    const items = ['10.0.0.7', '192.0.2.0/24', '2001:db8::/32', '::ffff:10.0.0.0/104'];
    expect(readConfig({ TRUST_PROXY: items.join(', ') }).trustProxy).toEqual(items);
  });

  it.each(['::ffff:10.0.0.0/8', '::ffff:a00:0/8', '10.0.0.0/33', '10.0.0.7/', 'fe80::1%eth0', 'proxy.example'])('%s is refused', (item) => {
    const read = (): unknown => readConfig({ TRUST_PROXY: `10.0.0.7,${item}` });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      `TRUST_PROXY takes addresses like 10.0.0.7 or 10.0.0.0/8 (this is how to write a block of IPv4 addresses); got ${item}.`,
    );
  });
});
