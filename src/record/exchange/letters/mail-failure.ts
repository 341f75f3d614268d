import type { MailOutcome } from './letter-mail.repository.js';

const MINUTE = 60;
/** Waits of three days in all (letters.4). */
const WAITS_SECONDS = [1, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((minutes) => minutes * MINUTE);
const MAX_UNCLEAR = 2;
const PERMANENT = 500;
/** Failures before the text of the mail was sent. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'EAUTH',
  'EDNS',
  'ETLS',
  'EENVELOPE',
  'ENOAUTH',
  'EOAUTH2',
  'ECONNREFUSED',
  'ENOTFOUND',
]);
const NOT_SENT_COMMANDS: ReadonlySet<string> = new Set(['CONN', 'EHLO', 'HELO', 'MAIL FROM', 'RCPT TO', 'AUTH']);

interface MailFailure {
  readonly responseCode?: number;
  readonly code?: string;
  readonly syscall?: string;
  /** CONN for the connection, also after the text of the mail. */
  readonly command?: string;
  readonly message?: string;
}

/** Texts of a connection that ended, perhaps after the server had accepted the mail. */
const ENDED = /closed|^Timeout$/i;

export function toOutcome(error: unknown, { attempts, unclear }: { readonly attempts: number; readonly unclear: number }): MailOutcome {
  const mailError = (error ?? {}) as MailFailure;
  const failure = String(mailError.responseCode ?? mailError.code ?? 'UNKNOWN');
  if (mailError.responseCode !== undefined && mailError.responseCode >= PERMANENT) return { state: 'failed', failure };
  const isUnclear = !isSurelyUnsent(mailError);
  const waitSeconds = WAITS_SECONDS[attempts - 1];
  if (waitSeconds === undefined || (isUnclear && unclear + 1 >= MAX_UNCLEAR)) return { state: 'failed', failure };
  return { state: 'pending', failure, waitSeconds, isUnclear };
}

/** The mail may have been sent twice. */
export function isExhausted({ unclear }: { readonly unclear: number }): boolean {
  return unclear >= MAX_UNCLEAR;
}

/** A server that responded with a code has not accepted the mail. */
function isSurelyUnsent({ responseCode, code = '', syscall, command = '', message = '' }: MailFailure): boolean {
  if (responseCode !== undefined || syscall === 'connect' || NOT_SENT_CODES.has(code)) return true;
  return NOT_SENT_COMMANDS.has(command) && !ENDED.test(message);
}
