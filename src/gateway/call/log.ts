import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../../config/config.js';

const BUFFER_BYTES = 16_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_EVERY_MS = 1000;

interface Sink extends DestinationStream {
  flushSync?(): void;
}

export class Log {
  private static process: Log | null = null;
  readonly pino: Logger;

  constructor(
    level: LogLevel,
    private readonly sink: Sink,
  ) {
    const formatters = { level: (label: string): object => ({ level: label }) };
    const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters, serializers: { err: toLoggedError } };
    this.pino = pino(options, sink);
  }

  static ofProcess(level: LogLevel): Log {
    return (Log.process ??= Log.toStdout(level));
  }

  private static toStdout(level: LogLevel): Log {
    const sink = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, maxLength: MAX_WAITING_BYTES });
    // The process continues if the reader of the log is gone.
    sink.on('error', () => undefined);
    setInterval(() => sink.flush(), FLUSH_EVERY_MS).unref();
    const log = new Log(level, sink);
    process.on('exit', () => log.flush());
    return log;
  }

  writes(level: LogLevel): boolean {
    return this.pino.isLevelEnabled(level);
  }

  writeLine(line: string): void {
    this.sink.write(line);
  }

  flush(): void {
    try {
      this.sink.flushSync?.();
    } catch {
      // Not open yet, or closed.
    }
  }
}

const ASSEMBLY = new Set<unknown>(['InstanceLoader', 'NestFactory', 'NestApplication', 'RouterExplorer', 'RoutesResolver']);

export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  error(message: unknown, ...rest: unknown[]): void {
    const [stack, context] = rest.length > 1 ? rest : [undefined, rest[0]];
    this.target.pino.error({ context, stack: stack ?? (message instanceof Error ? message.stack : undefined) }, toText(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.target.pino.fatal({ context: rest.at(-1) }, toText(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.target.pino.warn({ context: rest.at(-1) }, toText(message));
  }

  log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    this.target.pino[ASSEMBLY.has(context) ? 'debug' : 'info']({ context }, toText(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.target.pino.debug({ context: rest.at(-1) }, toText(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.target.pino.trace({ context: rest.at(-1) }, toText(message));
  }
}

function toLoggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: toLoggedError(cause) }) };
}

function toText(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
