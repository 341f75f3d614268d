import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';

const TRY_MS = 2_500;
const TRIES = 3;
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

/**
 * Looks up names of receivers. By DNS alone, without the system's own look-up: that keeps a thread of the few that files and ciphers need too, for
 * as long as the name servers of a receiver choose. So names of /etc/hosts are not known, but for localhost.
 */
@Injectable()
export class ReceiverNames {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });

  /** Every address of the host, none when it has none. An address is its own. Never throws. */
  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
