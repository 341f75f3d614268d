/** Has separate parts, because a formatted text may contain several addresses. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const MAX_LENGTH = 254;
// RFC 5322 "dot-atom", RFC 6531 for letters beyond ASCII.
const WORD = String.raw`[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_\x60{|}~-]+`;
const LOCAL_PART = String.raw`(?=[^@]{1,64}@)${WORD}(?:\.${WORD})*`;
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}])?`;
const ADDRESS = new RegExp(String.raw`^${LOCAL_PART}@(?:${LABEL}\.)+[\p{L}][\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}]$`, 'u');
/** Name as mail programs write it. The host needs no domain. */
const NAME = String.raw`(?:"(?<quoted>[^"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*)"|(?<name>[^@,;:<>()"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*))`;
const MAIL_HOST = String.raw`${LABEL}(?:\.${LABEL})*`;
const MAILBOX = new RegExp(`^(?:(?<bare>${LOCAL_PART}@${MAIL_HOST})|${NAME} *<(?<address>${LOCAL_PART}@${MAIL_HOST})>)$`, 'u');
const SPECIAL = /[@,;:<>()]/;

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}

export function parseMailbox(text: string): MailAddress | null {
  const groups = MAILBOX.exec(text)?.groups;
  if (groups === undefined) return null;
  const { bare, address = bare, quoted, name = quoted } = groups;
  return address === undefined ? null : { name: (name ?? '').trim(), address };
}

export function formatMailbox({ name, address }: MailAddress): string {
  if (name === '') return address;
  return SPECIAL.test(name) ? `"${name}" <${address}>` : `${name} <${address}>`;
}
