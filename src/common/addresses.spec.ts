import { AddressList, isAddressOrBlock, formatAddress } from './addresses.js';

describe('normalAddress', () => {
  it.each<[string | undefined, string | null]>([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['FE80::1%eth0', 'fe80::1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::ffff:999.0.0.1', null],
    ['999.0.0.1', null],
    ['127.1', null],
    ['unknown', null],
    ['', null],
    [undefined, null],
  ])('normalises %s to %s', (text, expected) => expect(formatAddress(text)).toBe(expected));
});

describe('AddressList', () => {
  it.each<[string[], string, boolean]>([
    [[], '127.0.0.1', false],
    [['10.0.0.7'], '10.0.0.7', true],
    [['10.0.0.7'], '10.0.0.8', false],
    [['10.0.0.0/8'], '10.255.255.255', true],
    [['10.0.0.0/8'], '11.0.0.0', false],
    [['10.1.2.3/8'], '10.9.9.9', true],
    [['10.0.0.7/32'], '10.0.0.7', true],
    [['0.0.0.0/0'], '203.0.113.9', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '2001:db8::1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['::ffff:10.0.0.7'], '10.0.0.7', true],
    [['::ffff:10.0.0.0/104'], '10.1.1.1', true],
    [['::ffff:10.0.0.0/104'], '11.1.1.1', false],
    [['192.0.2.1', '10.0.0.0/8'], '10.1.1.1', true],
  ])('the list %j contains %s: %s', (items, address, expected) => {
    const list = new AddressList(items);
    expect([list.has(address), list.has(address)]).toEqual([expected, expected]);
  });

  it('drops old entries before it exceeds its limit', () => {
    const list = new AddressList(['10.0.0.0/8']);
    for (let index = 0; index < 5000; index += 1) expect(list.has(`10.0.${index >> 8}.${index & 255}`)).toBe(true);
  });

  it('refuses a text that is not an address', () => {
    expect(() => new AddressList(['example.test'])).toThrow('Not an address: example.test');
    expect(() => new AddressList(['::ffff:10.0.0.0/8'])).toThrow('out of range');
  });
});

describe('isAddressOrBlock', () => {
  it.each<[string, boolean]>([
    ['10.0.0.7', true],
    ['10.0.0.0/8', true],
    ['0.0.0.0/0', true],
    ['10.0.0.0/32', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/-8', false],
    ['10.0.0.0/8/9', false],
    ['10.0.0.300', false],
    ['2001:db8::/32', true],
    ['::/0', true],
    ['::1/128', true],
    ['::1/129', false],
    ['fe80::1%eth0', false],
    ['::ffff:10.0.0.7', true],
    ['::ffff:10.0.0.0/104', true],
    ['::ffff:10.0.0.0/96', true],
    ['::ffff:10.0.0.0/95', false],
    ['::FFFF:10.0.0.0/8', false],
    ['::ffff:a00:0/8', false],
    ['::ffff:a00:0/104', true],
    ['0:0:0:0:0:ffff:10.0.0.0/8', false],
    ['::1:ffff:a00:0/8', true],
    ['insurer.example', false],
    ['', false],
  ])('classifies %s: %s', (text, expected) => expect(isAddressOrBlock(text)).toBe(expected));
});
