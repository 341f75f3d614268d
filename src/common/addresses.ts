import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

const MAPPED_PREFIX = '::ffff:';
const MAPPED_BITS = 96;
const MAX_REMEMBERED = 1000;

/** Returns the address as it is compared: IPv4 unmapped, without a zone; null when it is none. */
export function normalAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const bare = text.split('%', 1)[0] ?? '';
  const lower = bare.toLowerCase();
  const mapped = lower.startsWith(MAPPED_PREFIX) ? lower.slice(MAPPED_PREFIX.length) : lower;
  if (isIP(mapped) === 4) return mapped;
  return isIP(lower) === 6 ? lower : null;
}

/** A set of single addresses and CIDR blocks. */
export class AddressList {
  private readonly blocks = new BlockList();
  // A look-up in a BlockList takes microseconds.
  private readonly answers = new LRUCache<string, boolean>({ max: MAX_REMEMBERED });

  constructor(items: readonly string[]) {
    for (const item of items) this.add(item);
  }

  /** Whether a normal address is in the list. */
  has(address: string): boolean {
    const known = this.answers.get(address);
    if (known !== undefined) return known;
    const answer = this.blocks.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    this.answers.set(address, answer);
    return answer;
  }

  private add(item: string): void {
    const [text, bits] = item.split('/');
    const address = normalAddress(text);
    if (address === null) throw new RangeError(`Not an address: ${item}`);
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) return this.blocks.addAddress(address, family);
    const wasMapped = family === 'ipv4' && text!.includes(':');
    this.blocks.addSubnet(address, wasMapped ? Number(bits) - MAPPED_BITS : Number(bits), family);
  }
}
