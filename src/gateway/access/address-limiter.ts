import { isIPv6 } from 'node:net';
import { Clock } from '../../common/clock.js';
import type { CallRate, SharedLimits } from '../../store/redis/shared-limits.js';

const MAX_ADDRESSES = 50_000;
const IPV6_NETWORK_GROUPS = 4;
const IPV6_SITE_GROUPS = 3;
const IPV4_SITE_BYTES = 3;
const NOWHERE = 'nowhere';

export class AddressLimiter {
  /** Time at which the whole burst is free again, by network, in the order of the last calls. */
  private readonly freshAtMs = new Map<string, number>();

  constructor(
    private readonly name: string,
    private readonly rate: CallRate,
    private readonly clock: Clock,
    private readonly shared: SharedLimits,
  ) {}

  /** Returns 0, or the seconds until a call is admitted. */
  async admit(address: string | null): Promise<number> {
    const network = toNetwork(address);
    const waitMs = await this.shared.admit(`${this.name}:${network}`, this.rate);
    return Math.ceil((waitMs ?? this.admitAlone(network)) / 1000);
  }

  private admitAlone(network: string): number {
    const nowMs = this.clock.now().getTime();
    const { burst, intervalMs } = this.rate;
    const freshAtMs = Math.max(this.freshAtMs.get(network) ?? 0, nowMs) + intervalMs;
    const waitMs = freshAtMs - nowMs - burst * intervalMs;
    if (waitMs > 0) return waitMs;
    this.freshAtMs.delete(network);
    this.freshAtMs.set(network, freshAtMs);
    const [oldest] = this.freshAtMs.keys();
    if (this.freshAtMs.size > MAX_ADDRESSES) this.freshAtMs.delete(oldest!);
    return 0;
  }
}

/** Returns an IPv4 address, or the /64 network of an IPv6 host. */
export function toNetwork(address: string | null): string {
  if (address === null) return NOWHERE;
  return isIPv6(address) ? listGroups(address).slice(0, IPV6_NETWORK_GROUPS).join(':') : address;
}

/** Returns the /24 of an IPv4 address, or the /48 of an IPv6 one. */
export function getSite(address: string | null): string {
  if (address === null) return NOWHERE;
  return isIPv6(address)
    ? listGroups(address).slice(0, IPV6_SITE_GROUPS).join(':')
    : address.split('.').slice(0, IPV4_SITE_BYTES).join('.');
}

function listGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  if (tail === undefined) return first.map(trimmed);
  const last = tail === '' ? [] : tail.split(':');
  return [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last].map(trimmed);
}

function trimmed(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
