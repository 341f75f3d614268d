import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { DEFAULT_LANGUAGE } from '../../common/language.js';
import { setDefaultHeaders } from '../call/headers.js';
import { findHeadViolation } from './request-head.js';
import { JSON_FORMAT, type ErrorBody, buildGatewayErrorBody } from '../call/error-format.js';
import { JSON_TYPE } from '../call/send.js';

const NO_HTTP = { el: 'Η κλήση δεν είναι έγκυρο HTTP.', en: 'The request is not valid HTTP.' };

const STATUS_LINES = {
  400: '400 Bad Request',
  404: '404 Not Found',
  408: '408 Request Timeout',
  413: '413 Payload Too Large',
  431: '431 Request Header Fields Too Large',
} as const;
type RawStatus = keyof typeof STATUS_LINES;

const STATUS_OF_VIOLATION: Readonly<Record<string, RawStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function handleInvalidRequests(server: Server, rateLimitPerHour: number): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => void responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isUnderWay(responses.get(socket))) return void socket.destroy();
    const status = STATUS_OF_VIOLATION[error.code ?? ''] ?? 400;
    write(socket, status, entity(status), rateLimitPerHour);
  });
  server.on('connect', (request, socket: Duplex) => {
    if (findHeadViolation(request) === null) write(socket, 404, buildGatewayErrorBody('NOT_FOUND', JSON_FORMAT), rateLimitPerHour);
    else write(socket, 400, entity(400), rateLimitPerHour);
  });
}

function isUnderWay(response: ServerResponse | undefined): boolean {
  return response?.headersSent === true && !response.writableFinished;
}

function entity(status: RawStatus): ErrorBody {
  const code = status === 413 ? ErrorCode.BODY_TOO_LARGE : ErrorCode.INVALID;
  const text = status === 413 ? ERROR_TEXTS[code] : NO_HTTP;
  return { contentType: JSON_TYPE, body: JSON.stringify({ status: 'ERROR', error: code, message: text[DEFAULT_LANGUAGE] }) };
}

function write(socket: Duplex, status: RawStatus, { contentType, body }: ErrorBody, rateLimitPerHour: number): void {
  const lines: string[] = [];
  const collector = { setHeader: (name: string, value: string) => lines.push(`${name}: ${value}`) };
  setDefaultHeaders(collector, randomUUID(), String(rateLimitPerHour));
  const head = [
    `HTTP/1.1 ${STATUS_LINES[status]}`,
    ...lines,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  (socket as Partial<Socket>).destroySoon?.();
}
