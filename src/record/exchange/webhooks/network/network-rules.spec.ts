import { NetworkRules, type NetworkSettings } from './network-rules.js';
import { validateWebhookUrl } from './webhook-url.js';

const SERVED: NetworkSettings = {
  host: '0.0.0.0',
  trustProxy: ['10.0.0.2'],
  publicUrl: 'https://gw.example/api',
  webhookAllowedNetworks: [],
  port: 8080,
  httpsPort: 8443,
  adminPort: 9464,
};
const LAPTOP: NetworkSettings = { ...SERVED, host: '127.0.0.1', trustProxy: [], publicUrl: null };
const OWN_PORTS = new Set([8080, 8443, 9464]);

function listRules(settings: Partial<NetworkSettings>, environment: 'production' | 'sandbox' = 'production'): NetworkRules {
  return new NetworkRules({ ...SERVED, ...settings }, environment, OWN_PORTS, () => ['198.51.99.4', '10.0.0.5', '2a00:1::5']);
}

const OPEN = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2a00:1450:4017:80b::200e',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2001:200::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '2001:0:808:808::f7f7:f7f7',
];

const CLOSED = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  // Private, carrier, link-local, metadata.
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '169.254.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '192.0.0.192',
  'fc00::1',
  'fd12:3456::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  // Reserved, documentation, benchmarks, multicast, broadcast.
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '2001:db8::1',
  '3fff::1',
  '3ffe::1',
  '100::1',
  '5f00::1',
  '4000::1',
  'ff02::1',
  'ff0e::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1::1',
  // Forms of IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo (its server, its client).
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:169.254.169.254',
  '0:0:0:0:0:ffff:a00:1',
  '::ffff:0.0.0.0',
  '::127.0.0.1',
  '::10.0.0.1',
  '::8.8.8.8',
  '::ffff:0:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1:808:8:800::',
  '64:ff9b::1:808:808',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:a9fe:a9fe::',
  '2001:0:a00:1::f7f7:f7f7',
  '2001:0:808:808::f5ff:fffe',
  '',
  'localhost',
  '127.1',
  '2130706433',
  '8.8.8.8.',
  '8.8.8.8/32',
  ':::1',
];

describe('the rules for the address of a connection', () => {
  it.each(OPEN)('allow the internet address %s', (address) => {
    expect(listRules({}).allows(address, 443, 'https:')).toBe(true);
    expect(listRules({}).allows(address, 8001, 'http:')).toBe(false);
  });

  it.each(CLOSED)('refuse %s in production and sandbox', (address) => {
    expect(listRules({}).allows(address, 443, 'https:')).toBe(false);
    expect(listRules({}, 'sandbox').allows(address, 443, 'https:')).toBe(false);
  });

  it.each<[string, string[], boolean]>([
    ['10.0.0.1', ['10.0.0.0/8'], true],
    ['172.16.0.1', ['10.0.0.0/8'], false],
    ['192.168.1.7', ['10.0.0.0/8', '192.168.1.7'], true],
    ['::ffff:10.0.0.1', ['10.0.0.0/8'], true],
    ['::ffff:a00:1', ['10.0.0.0/8'], true],
    ['64:ff9b::10.0.0.1', ['10.0.0.0/8'], true],
    ['64:ff9b:1::1', ['64:ff9b:1::/48'], true],
    ['fd00::7', ['fd00::/8'], true],
    ['fd00::7', ['10.0.0.0/8'], false],
    ['10.0.0.1', ['::/0'], true],
    ['127.0.0.1', ['127.0.0.0/8'], true],
    // A Teredo server in an allowed network with a client in another one.
    ['2001:0:a00:1::3f57:fefe', ['10.0.0.0/8'], false],
  ])('%s with allowed networks %j: %s, also over http', (address, webhookAllowedNetworks, expected) => {
    const rules = listRules({ webhookAllowedNetworks });
    expect(rules.allows(address, 9000, 'http:')).toBe(expected);
    expect(rules.allows(address, 9000, 'https:')).toBe(expected);
  });

  it.each<[string, number, boolean]>([
    ['127.0.0.1', 8443, false],
    ['127.8.8.8', 8080, false],
    ['::1', 9464, false],
    ['0.0.0.0', 8080, false],
    ['::', 8080, false],
    ['10.0.0.5', 8443, false],
    ['::ffff:10.0.0.5', 8443, false],
    ['198.51.99.4', 8443, false],
    ['2a00:1:0:0::5', 8443, false],
    ['10.0.0.6', 8443, true],
    ['10.0.0.5', 8444, true],
    ['127.0.0.1', 8444, true],
  ])('%s:%i is recognised as this program whatever is allowed', (address, port, expected) => {
    expect(listRules({ webhookAllowedNetworks: ['0.0.0.0/0', '::/0'] }).allows(address, port, 'https:')).toBe(expected);
  });
});

describe('loopback without a setting', () => {
  const laptop = new NetworkRules(LAPTOP, 'sandbox', OWN_PORTS, () => []);

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('allows %s in the sandbox of a laptop', (address) => {
    expect(laptop.allows(address, 4000, 'http:')).toBe(true);
    expect(laptop.allows(address, 8080, 'http:')).toBe(false);
  });

  it('allows nothing else there beside the internet', () => {
    expect(laptop.allows('10.0.0.1', 4000, 'http:')).toBe(false);
    expect(laptop.allows('0.0.0.0', 4000, 'http:')).toBe(false);
    expect(laptop.allows('8.8.8.8', 4000, 'http:')).toBe(false);
  });

  it.each<[string, Partial<NetworkSettings>, 'production' | 'sandbox']>([
    ['in production', {}, 'production'],
    ['with a proxy', { trustProxy: ['127.0.0.1'] }, 'sandbox'],
    ['with a public address', { publicUrl: 'https://gw.example' }, 'sandbox'],
    ['on every address', { host: '0.0.0.0' }, 'sandbox'],
    ['on every address of IPv6', { host: '::' }, 'sandbox'],
    ['on an address of the network', { host: '10.0.0.5' }, 'sandbox'],
    ['on a name', { host: 'gw.internal' }, 'sandbox'],
  ])('is refused %s', (_, settings, environment) => {
    const rules = new NetworkRules({ ...LAPTOP, ...settings }, environment, OWN_PORTS, () => []);
    expect(rules.allows('127.0.0.1', 4000, 'http:')).toBe(false);
    expect(validateWebhookUrl('http://127.0.0.1:4000/hook', rules)).not.toBeNull();
    expect(validateWebhookUrl('http://localhost:4000/hook', rules)).not.toBeNull();
  });

  it.each(['localhost', '127.0.0.1', '::1'])('is allowed where HOST is %s', (host) => {
    const rules = new NetworkRules({ ...LAPTOP, host }, 'sandbox', OWN_PORTS, () => []);
    expect(validateWebhookUrl('http://localhost:4000/hook', rules)).toBeNull();
  });
});

const PRIVATE = 'The address is private or reserved (such as localhost, 10.x or 192.168.x). Use an address on the public internet.';
const OWN = 'The address is that of the gateway itself. Use the address of your own system.';

describe('the address of a webhook', () => {
  const rules = listRules({});

  it.each([
    'https://hooks.example',
    'https://hooks.example/',
    'https://hooks.example:443/a?b=c@d',
    'https://hooks.example:8443/a@b',
    'HTTPS://HOOKS.example:1024/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:4443/x',
    'https://ασφάλειες.example/αρχή',
    'https://gw.example.com/',
    `https://hooks.example/${'a'.repeat(1978)}`,
  ])('can be %s', (url) => {
    expect(validateWebhookUrl(url, rules)).toBeNull();
  });

  it.each([
    ['', 'This is not a URL.'],
    ['hooks.example', 'This is not a URL.'],
    ['https://', 'This is not a URL.'],
    [' https://hooks.example', 'This is not a URL.'],
    ['https://hooks.example\n', 'This is not a URL.'],
    ['https:\\\\hooks.example', 'This is not a URL.'],
    ['https://hooks.example:65536', 'This is not a URL.'],
    ['http://hooks.example', 'The URL must begin with https://.'],
    ['ftp://hooks.example', 'The URL must begin with https://.'],
    ['file:///etc/passwd', 'The URL must begin with https://.'],
    ['https://user@hooks.example', 'The URL must not hold a user or password.'],
    ['https://user:pw@hooks.example', 'The URL must not hold a user or password.'],
    ['https://@hooks.example', 'The URL must not hold a user or password.'],
    ['https://8.8.8.8:443@hooks.example', 'The URL must not hold a user or password.'],
    ['https:@hooks.example', 'The URL must not hold a user or password.'],
    ['https://hooks.example/#x', 'The URL must not hold a #.'],
    ['https://hooks.example:80/', 'The port must be 443 or above 1023.'],
    ['https://hooks.example:1023/', 'The port must be 443 or above 1023.'],
    ['https://hooks.example:0/', 'The port must be 443 or above 1023.'],
    ['https://hooks.example:22/', 'The port must be 443 or above 1023.'],
    ['https://127.0.0.1/', PRIVATE],
    ['https://2130706433/', PRIVATE],
    ['https://0x7f.1/', PRIVATE],
    ['https://0177.0.0.1/', PRIVATE],
    ['https://127.1:9000/', PRIVATE],
    ['https://①②⑦.0.0.1/', PRIVATE],
    ['https://[::1]/', PRIVATE],
    ['https://localhost:9000/', PRIVATE],
    ['https://hooks.localhost/', PRIVATE],
    ['http://192.168.0.1/', PRIVATE],
    ['https://[::ffff:10.0.0.1]/', PRIVATE],
    ['https://169.254.169.254/latest', PRIVATE],
    ['https://gw.example/api', OWN],
    ['https://GW.example.:9000/', OWN],
    [`https://hooks.example/${'a'.repeat(1979)}`, 'A URL has at most 2000 characters.'],
  ])('cannot be %s', (url, expected) => {
    expect(validateWebhookUrl(url, rules)?.en).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['http://10.0.0.9:8001/', true],
    ['http://intranet.example:8001/', true],
    ['http://10.0.0.9/', false],
    ['http://10.0.0.5:8443/', false],
    ['http://192.168.0.1:8001/', false],
    ['http://8.8.8.8:8001/', false],
    ['https://8.8.8.8:8001/', true],
    ['https://gw.example:8001/', false],
  ])('%s, where 10.0.0.0/8 is allowed: %s', (url, expected) => {
    expect(validateWebhookUrl(url, listRules({ webhookAllowedNetworks: ['10.0.0.0/8'] })) === null).toBe(expected);
  });
});
