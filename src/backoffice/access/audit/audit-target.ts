import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { connect as connectTls } from 'node:tls';

const TIMEOUT_MS = 10_000;
/** Facility "log audit" and severity "notice" of RFC 5424. */
const PRIORITY = 13 * 8 + 5;
const SYSLOG_PORTS = { 'syslog:': 601, 'syslogs:': 6514 } as const;

export interface AuditMessage {
  readonly id: number;
  readonly at: Date;
  readonly json: string;
}

/** Rejects if the receiver did not take all messages. */
export async function sendMessages(target: URL, messages: readonly AuditMessage[]): Promise<void> {
  if (target.protocol === 'file:') return appendTo(fileURLToPath(target), messages);
  if (target.protocol === 'https:' || target.protocol === 'http:') return post(target, messages);
  return sendBySyslog(target, messages);
}

export function formatTarget({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

async function appendTo(path: string, messages: readonly AuditMessage[]): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(messages.map(({ json }) => `${json}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function post(target: URL, messages: readonly AuditMessage[]): Promise<void> {
  const { username, password } = target;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const address = new URL(target);
  address.username = address.password = '';
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson', ...(username === '' ? {} : { Authorization: `Basic ${credentials}` }) },
    body: messages.map(({ json }) => `${json}\n`).join(''),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The receiver answered ${response.status}.`);
}

/** Sends RFC 5424 messages with their length (RFC 6587), and waits until the receiver has closed the connection. */
async function sendBySyslog({ protocol, hostname: host, port }: URL, messages: readonly AuditMessage[]): Promise<void> {
  const address = { host: host.replace(/^\[|\]$/g, ''), port: Number(port || SYSLOG_PORTS[protocol as keyof typeof SYSLOG_PORTS]) };
  const socket: Socket = protocol === 'syslogs:' ? connectTls({ ...address, servername: address.host }) : connectTcp(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No answer within ${TIMEOUT_MS} ms.`)));
  try {
    await once(socket, protocol === 'syslogs:' ? 'secureConnect' : 'connect');
    socket.resume().end(messages.map(formatSyslog).join(''));
    await once(socket, 'close');
  } finally {
    socket.destroy();
  }
}

function formatSyslog({ id, at, json }: AuditMessage): string {
  const message = `<${PRIORITY}>1 ${at.toISOString()} ${hostname()} insurance-gateway - audit-${id} - ${json}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
