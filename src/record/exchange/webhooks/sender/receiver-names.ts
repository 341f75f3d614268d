import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';

const TRY_MS = 2_500;
const TRIES = 3;
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

/** Looks up receivers by DNS alone: the system's look-up would block a thread that files and ciphers need. /etc/hosts counts for localhost only. */
@Injectable()
export class ReceiverNames {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });

  /** Returns every address of the host. Never throws. */
  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
