const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

export function listHostUrls(url: string): string[] {
  const [, user = '', hosts = '', database = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => user + host + database) : [url];
}

/** Leaves out user and password. */
export function formatHosts(url: string): string {
  return listHostUrls(url)
    .map((hostUrl) => new URL(hostUrl).host)
    .join(', ');
}
