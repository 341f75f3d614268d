const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Lists the URL of each host of a database URL such as `postgres://user:password@one:5432,two:5432/name`. */
export function listHostUrls(url: string): string[] {
  const [, user = '', hosts = '', database = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => user + host + database) : [url];
}

/** Returns the hosts of a database URL as text, without user and password. */
export function formatHosts(url: string): string {
  return listHostUrls(url)
    .map((hostUrl) => new URL(hostUrl).host)
    .join(', ');
}
