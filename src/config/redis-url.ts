import { ConfigError } from '../common/operator-error.js';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  readonly kind: 'server' | 'sentinel';
  readonly hosts: readonly [RedisHost, ...RedisHost[]];
  readonly hasTls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly masterName?: string;
  readonly sentinelPassword?: string;
}

const URL_PARTS =
  /^redis(?<tls>s?)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<access>[^@/]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^/?#]*))?(?:\?(?<query>[^#]*))?$/i;
const HOST = /^(?<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?<port>\d{1,5}))?$/i;
const PORTS = { server: 6379, sentinel: 26_379 } as const;
const ACCEPTED =
  'REDIS_URL must be redis://host:6379 or redis-sentinel://host:26379,host:26379/name-of-the-master. ' +
  'Write rediss for TLS, and user:password@ before the hosts.';
const NO_CLUSTER = 'REDIS_URL names a cluster, which is not supported: use one Redis server, or sentinels (redis-sentinel://…).';

/** Accepts several hosts only for sentinels. @throws ConfigError, without the password */
export function parseRedisUrl(url: string): RedisAddress {
  const { tls, kind: kindText, access, hosts: hostList = '', path = '', query = '' } = URL_PARTS.exec(url)?.groups ?? {};
  if (kindText?.toLowerCase() === 'cluster') throw new ConfigError(NO_CLUSTER);
  const kind = (kindText?.toLowerCase() ?? 'server') as RedisAddress['kind'];
  const [first, ...others] = hostList.split(',').map((host) => parseHost(host, PORTS[kind]));
  const isValid =
    first != null &&
    others.every((host) => host !== null) &&
    (kind === 'server' ? others.length === 0 && /^\d{0,5}$/.test(path) && query === '' : true) &&
    (kind === 'sentinel' ? path !== '' && /^(sentinelPassword=[^&]+)?$/.test(query) : true);
  if (!isValid) throw new ConfigError(ACCEPTED);
  return {
    kind,
    hosts: [first, ...others],
    hasTls: tls !== '',
    ...parseAccess(access),
    ...(kind === 'server' && path !== '' ? { db: Number(path) } : {}),
    ...(kind === 'sentinel' ? { masterName: decode(path) } : {}),
    ...(query === '' ? {} : { sentinelPassword: decode(query.slice(query.indexOf('=') + 1)) }),
  };
}

export function formatRedisHosts({ hosts }: RedisAddress): string {
  return hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',');
}

function parseHost(text: string, usualPort: number): RedisHost | null {
  const { host, port } = HOST.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? usualPort : Number(port) };
}

function parseAccess(access: string | undefined): Pick<RedisAddress, 'username' | 'password'> {
  if (access === undefined) return {};
  const colon = access.indexOf(':');
  const username = decode(access.slice(0, Math.max(colon, 0)));
  return { ...(username === '' ? {} : { username }), password: decode(access.slice(colon + 1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(ACCEPTED);
  }
}
