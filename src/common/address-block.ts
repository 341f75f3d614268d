import { isIP } from 'node:net';

const BITS = /^\d{1,3}$/;
/** As URLs write an IPv6 address that stands for an IPv4 one, however its digits were written. */
const MAPPED = /^\[::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}\]$/;
const MAPPED_BITS = 96;

/**
 * A single address or a CIDR block, IPv4 or IPv6, without a zone. A block of IPv4 addresses written as IPv6 has at least the 96 bits of
 * their prefix: with fewer, `::ffff:10.0.0.0/8` would be every IPv4 address.
 */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const fewest = family === 6 && MAPPED.test(new URL(`http://[${address}]`).hostname) ? MAPPED_BITS : 0;
  return BITS.test(bits) && Number(bits) >= fewest && Number(bits) <= (family === 6 ? 128 : 32);
}
