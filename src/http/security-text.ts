import { NotFoundException } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import type { Config, SecurityContact } from '../config/config.js';
import { send } from '../gateway/call/send.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

export function serveSecurityText(config: Config, clock: Clock, documents: DocumentRoutes): void {
  documents.addDocumentation(PATH, (_, response) => {
    if (config.securityContact === null) throw new NotFoundException();
    response.setHeader('Cache-Control', 'public, max-age=86400');
    send(response, 200, 'text/plain; charset=utf-8', buildSecurityText(config.securityContact, config.publicUrl, clock.now()));
  });
}

function buildSecurityText({ contacts, policy, languages }: SecurityContact, publicUrl: string | null, now: Date): string {
  // A whole day, so that the text changes once a day.
  const expiresMs = (Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(expiresMs).toISOString()}`,
    ...(languages.length === 0 ? [] : [`Preferred-Languages: ${languages.join(', ')}`]),
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${PATH}`]),
    ...(policy === null ? [] : [`Policy: ${policy}`]),
  ];
  return `${lines.join('\n')}\n`;
}
