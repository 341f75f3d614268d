/** Who a mail is from or to. Name and address are passed apart: a text that is parsed may name others. */
export interface MailAddress {
  /** Blank when the address stands alone. */
  readonly name: string;
  /** `local@domain`, and nothing else. */
  readonly address: string;
}

const MAX_LENGTH = 254;
// Words between single dots (RFC 5322 "dot-atom", RFC 6531 for letters beyond ASCII). So no group (`a:b@c.gr`), list, comment, quotes or route.
const WORD = String.raw`[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_\x60{|}~-]+`;
const LOCAL_PART = String.raw`(?=[^@]{1,64}@)${WORD}(?:\.${WORD})*`;
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}])?`;
const ADDRESS = new RegExp(String.raw`^${LOCAL_PART}@(?:${LABEL}\.)+[\p{L}][\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}]$`, 'u');
/** With a name as mail programs take it: what would end or divide it stands in quotes. The host may be one of the own network, without a domain. */
const NAME = String.raw`(?:"(?<quoted>[^"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*)"|(?<name>[^@,;:<>()"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*))`;
const MAIL_HOST = String.raw`${LABEL}(?:\.${LABEL})*`;
const MAILBOX = new RegExp(`^(?:(?<bare>${LOCAL_PART}@${MAIL_HOST})|${NAME} *<(?<address>${LOCAL_PART}@${MAIL_HOST})>)$`, 'u');
const SPECIAL = /[@,;:<>()]/;

/** Whether the text is one mail address of a domain, without a name or anything else around it. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}

/** One address, alone or as `Name <address>`; null for any other text. */
export function parseMailbox(text: string): MailAddress | null {
  const groups = MAILBOX.exec(text)?.groups;
  if (groups === undefined) return null;
  const { bare, address = bare, quoted, name = quoted } = groups;
  return address === undefined ? null : { name: (name ?? '').trim(), address };
}

/** As it stands in a header. */
export function mailboxText({ name, address }: MailAddress): string {
  if (name === '') return address;
  return SPECIAL.test(name) ? `"${name}" <${address}>` : `${name} <${address}>`;
}
