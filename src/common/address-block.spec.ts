import { isAddressOrBlock } from './address-block.js';

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
