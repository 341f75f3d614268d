import { isIPv6 } from 'node:net';
import { Clock } from '../../common/clock.js';

const MAX_ADDRESSES = 50_000;
const IPV6_NETWORK_GROUPS = 4;
const IPV6_SITE_GROUPS = 3;
const IPV4_SITE_BYTES = 3;
const NOWHERE = 'nowhere';

/** Calls at once, and the time in which one more becomes possible. */
export interface AddressLimits {
  readonly burst: number;
  readonly intervalMs: number;
}

/**
 * Limits calls of which nobody is known by the caller's address. Per address one number, the time at which it would be as fresh as new: a call
 * pushes that by the interval, and is refused when it lies more than the burst ahead. Refused calls cost nothing.
 */
export class AddressLimiter {
  /** In the order of their last calls. Not an LRUCache, which takes room for the most there may be when it is made: 20 ms of each start. */
  private readonly freshAtMs = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: AddressLimits,
  ) {}

  /** Counts a call and returns 0, or refuses it and returns the seconds until one is admitted. */
  admit(address: string | null): number {
    const nowMs = this.clock.now().getTime();
    const { burst, intervalMs } = this.limits;
    const network = networkOf(address);
    const freshAtMs = Math.max(this.freshAtMs.get(network) ?? 0, nowMs) + intervalMs;
    const waitMs = freshAtMs - nowMs - burst * intervalMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.freshAtMs.delete(network);
    this.freshAtMs.set(network, freshAtMs);
    if (this.freshAtMs.size > MAX_ADDRESSES) this.forgetOldest();
    return 0;
  }

  /** Where there are too many, the one that called longest ago is forgotten. */
  private forgetOldest(): void {
    for (const network of this.freshAtMs.keys()) {
      this.freshAtMs.delete(network);
      return;
    }
  }
}

/** Who is taken for one caller: an IPv4 address, or the /64 network that one IPv6 host has to itself. */
export function networkOf(address: string | null): string {
  if (address === null) return NOWHERE;
  return isIPv6(address) ? groupsOf(address).slice(0, IPV6_NETWORK_GROUPS).join(':') : address;
}

/** What one customer of a provider may have: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function siteOf(address: string | null): string {
  if (address === null) return NOWHERE;
  return isIPv6(address) ? groupsOf(address).slice(0, IPV6_SITE_GROUPS).join(':') : address.split('.').slice(0, IPV4_SITE_BYTES).join('.');
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  if (tail === undefined) return first.map(trimmed);
  const last = tail === '' ? [] : tail.split(':');
  return [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last].map(trimmed);
}

function trimmed(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
