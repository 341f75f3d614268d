import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AddressList, formatAddress } from '../../../../common/addresses.js';
import type { Environment } from '../../../../common/environment.js';
import type { Config } from '../../../../config/config.js';

export type NetworkSettings = Pick<
  Config,
  'host' | 'trustProxy' | 'publicUrl' | 'port' | 'httpsPort' | 'adminPort' | 'webhookAllowedNetworks'
>;

export type WebhookProtocol = 'https:' | 'http:';

const LOOPBACK = new AddressList(['127.0.0.0/8', '::1']);

/** Addresses that are not public: IANA's special-purpose registry (RFC 6890) and Azure's 168.63.129.16. */
const CLOSED_IPV4 = buildBlockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Addresses that are routed on the internet (RFC 4291). */
const OPEN_IPV6 = buildBlockList(['2000::/3']);
/** Exceptions: protocols (RFC 2928), documentation (RFC 3849, 9637), 6bone. Teredo is resolved earlier. */
const CLOSED_IPV6 = buildBlockList(['2001::/23', '2001:db8::/32', '3fff::/20', '3ffe::/16']);

/** Decides which addresses webhooks may be sent to (events.15). */
export class NetworkRules {
  private readonly allowed: AddressList;
  private readonly allowsLoopback: boolean;
  private readonly ownHost: string | null;

  constructor(
    settings: NetworkSettings,
    environment: Environment,
    private readonly ownPorts: ReadonlySet<number>,
    private readonly ownAddresses: () => readonly string[] = listOwnAddresses,
  ) {
    this.allowed = new AddressList(settings.webhookAllowedNetworks);
    this.allowsLoopback = environment === 'sandbox' && isOnLaptop(settings);
    this.ownHost = settings.publicUrl === null ? null : normalizeHost(new URL(settings.publicUrl).hostname);
    this.allowsHttp = settings.webhookAllowedNetworks.length > 0 || this.allowsLoopback;
  }

  readonly allowsHttp: boolean;

  isOwnHost(hostname: string): boolean {
    return this.ownHost === normalizeHost(hostname);
  }

  allows(address: string, port: number, protocol: WebhookProtocol): boolean {
    const meant = toTargetAddresses(address);
    if (meant.length === 0 || meant.some((each) => this.isOwnPort(each, port))) return false;
    const isNamed = this.isAllowed(address) || meant.every((each) => this.isAllowed(each));
    return isNamed || (protocol === 'https:' && meant.every(isOpen));
  }

  private isAllowed(address: string): boolean {
    const normal = formatAddress(address);
    return normal !== null && (this.allowed.has(normal) || (this.allowsLoopback && LOOPBACK.has(normal)));
  }

  private isOwnPort(address: string, port: number): boolean {
    if (!this.ownPorts.has(port)) return false;
    return LOOPBACK.has(address) || address === '0.0.0.0' || address === '::' || this.ownAddresses().includes(address);
  }
}

function isOnLaptop({ host, trustProxy, publicUrl }: NetworkSettings): boolean {
  const isLoopback = host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.has(host));
  return isLoopback && trustProxy.length === 0 && publicUrl === null;
}

function isOpen(address: string): boolean {
  if (isIP(address) === 4) return !CLOSED_IPV4.check(address, 'ipv4');
  return OPEN_IPV6.check(address, 'ipv6') && !CLOSED_IPV6.check(address, 'ipv6');
}

/** Returns the IPv4 address inside a mapped, NAT64, 6to4 or Teredo one. */
function toTargetAddresses(address: string): string[] {
  const bare = address.split('%', 1)[0]!;
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? [bare] : [];
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const parts = parseGroups(canonical);
  const [a, b, c, d, , f, g, h] = parts as [number, number, number, number, number, number, number, number];
  const isZero = (from: number, to: number): boolean => parts.slice(from, to).every((part) => part === 0);
  if (isZero(0, 5) && f === 0xffff) return [toIpv4(g, h)];
  if (a === 0x64 && b === 0xff9b && isZero(2, 6)) return [toIpv4(g, h)];
  if (a === 0x2002) return [toIpv4(b, c)];
  // Teredo: the server, and the client with inverted bits.
  if (a === 0x2001 && b === 0) return [toIpv4(c, d), toIpv4(g ^ 0xffff, h ^ 0xffff)];
  return [canonical];
}

function parseGroups(canonical: string): number[] {
  const [head = '', tail] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const [first, last] = [head, tail ?? []].map((half) => Array.from(half, (part) => Number.parseInt(part, 16))) as [number[], number[]];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function buildBlockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits] = block.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}

function normalizeHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
