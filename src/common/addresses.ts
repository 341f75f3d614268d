import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

const MAPPED_PREFIX = '::ffff:';
const MAPPED_BITS = 96;
const MAPPED = /^\[::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}\]$/;
const BITS = /^\d{1,3}$/;
const MAX_REMEMBERED = 1000;

/** Removes a zone, and returns a mapped IPv4 address as IPv4. Null if invalid. */
export function formatAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const bare = text.split('%', 1)[0] ?? '';
  const lower = bare.toLowerCase();
  const mapped = lower.startsWith(MAPPED_PREFIX) ? lower.slice(MAPPED_PREFIX.length) : lower;
  if (isIP(mapped) === 4) return mapped;
  return isIP(lower) === 6 ? lower : null;
}

export class AddressList {
  private readonly blocks = new BlockList();
  // A look-up in a BlockList takes microseconds.
  private readonly results = new LRUCache<string, boolean>({ max: MAX_REMEMBERED });

  constructor(items: readonly string[]) {
    for (const item of items) this.add(item);
  }

  has(address: string): boolean {
    const known = this.results.get(address);
    if (known !== undefined) return known;
    const result = this.blocks.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    this.results.set(address, result);
    return result;
  }

  private add(item: string): void {
    const [text, bits] = item.split('/');
    const address = formatAddress(text);
    if (address === null) throw new RangeError(`Not an address: ${item}`);
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) return this.blocks.addAddress(address, family);
    const wasMapped = family === 'ipv4' && text!.includes(':');
    this.blocks.addSubnet(address, wasMapped ? Number(bits) - MAPPED_BITS : Number(bits), family);
  }
}

/** Refuses `::ffff:10.0.0.0/8`, because it would contain every IPv4 address. */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const fewest = family === 6 && MAPPED.test(new URL(`http://[${address}]`).hostname) ? MAPPED_BITS : 0;
  return BITS.test(bits) && Number(bits) >= fewest && Number(bits) <= (family === 6 ? 128 : 32);
}
