import { isIP } from 'node:net';

const BITS = /^\d{1,3}$/;
/** IPv4 address mapped into IPv6, as URLs write it. */
const MAPPED = /^\[::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}\]$/;
const MAPPED_BITS = 96;

/**
 * Whether the text is an address or CIDR block. `::ffff:10.0.0.0/8` is refused, because it would contain every IPv4
 * address.
 */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const fewest = family === 6 && MAPPED.test(new URL(`http://[${address}]`).hostname) ? MAPPED_BITS : 0;
  return BITS.test(bits) && Number(bits) >= fewest && Number(bits) <= (family === 6 ? 128 : 32);
}
