import type { Transporter } from 'nodemailer';
import type { MailAddress } from '../common/mail-address.js';

const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 2;

export interface Mail {
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export async function openMailTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
