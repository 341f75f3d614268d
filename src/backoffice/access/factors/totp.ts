import { Secret, TOTP } from 'otpauth';
import { encodeQr } from '../../../record/core/documents/rendering/qr-code.js';

/** SHA-1, six digits and 30 seconds: what every authenticator app can do (RFC 6238). */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const MAX_SKEW = 1;
const TOTP_CODE = /^\d{6}$/;
const QUIET_ZONE = 4;

export interface TotpAccount {
  readonly issuer: string;
  readonly label: string;
}

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

export function isTotpCode(code: string): boolean {
  return TOTP_CODE.test(code);
}

export function findTotpStep(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({ token: code, timestamp, window: MAX_SKEW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

export function formatTotpAddress(secret: string, { issuer, label }: TotpAccount): string {
  return new TOTP({ secret, issuer, label, period: PERIOD_SECONDS }).toString();
}

export function renderQrSvg(text: string): string {
  const { size, runs } = encodeQr(text);
  const path = runs.map(({ column, row, length }) => `M${column} ${row}h${length}v1h-${length}z`).join('');
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`;
  const paper = `<rect x="${-QUIET_ZONE}" y="${-QUIET_ZONE}" width="100%" height="100%" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges">${paper}<path d="${path}"/></svg>`;
}
