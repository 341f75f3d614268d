import type { IncomingHttpHeaders } from 'node:http';
import { type ApiDocument, type HeaderObject, OperationFinder, readDocument, type ResponseObject, type Schema } from './document.js';
import { ResponseSchemas } from './schemas.js';

/** Parts of a response that the document describes. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body; null when the client could not read it. */
  readonly text: string | null;
}

export interface CheckedResponse {
  /** Operation of the document, such as `GET /fire-api/…`; null for an unknown one. */
  readonly operation: string | null;
  /** Difference from the document; null when the response matches. */
  readonly violation: string | null;
}

/** Headers of HTTP, proxies and browsers, which the document does not name. */
const TRANSPORT_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
  'x-frame-options',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'strict-transport-security',
  'allow',
  'server',
]);
const ERROR_SCHEMA: Schema = {
  oneOf: [{ $ref: '#/components/schemas/ErrorResponse' }, { $ref: '#/components/schemas/GatewayError' }],
};
const JSON_TYPE = 'application/json';
const JSON_LINES_TYPE = 'application/x-ndjson';

/** Compares responses with docs/openapi.json: status, headers, media type and body. */
export class ResponseChecker {
  private readonly schemas: ResponseSchemas;
  private readonly finder: OperationFinder;

  constructor(private readonly document: ApiDocument = readDocument()) {
    this.schemas = new ResponseSchemas(document);
    this.finder = new OperationFinder(document);
  }

  check(method: string, path: string, received: ReceivedResponse): CheckedResponse {
    const described = this.finder.find(method, path);
    if (described === undefined) return { operation: null, violation: this.findUndescribedViolation(method, path, received) };
    const response = this.resolve(described.operation.responses[String(received.status)]);
    if (response === undefined) return { operation: described.name, violation: `has no response ${received.status}` };
    const violation = this.findHeaderViolation(response, received.headers) ?? this.findContentViolation(method, response, received);
    return { operation: described.name, violation };
  }

  private findUndescribedViolation(method: string, path: string, { status, headers, text }: ReceivedResponse): string | null {
    if (path.startsWith('/health')) return null;
    if (status >= 400) return parseMediaType(headers) === JSON_TYPE ? this.findBodyViolation(ERROR_SCHEMA, text ?? '') : null;
    return method !== 'OPTIONS' && this.finder.hasService(path) ? 'does not have the operation' : null;
  }

  private findHeaderViolation(response: ResponseObject, headers: IncomingHttpHeaders): string | null {
    const described = new Map(Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), this.header(header)]));
    const unknown = Object.keys(headers).filter((name) => !described.has(name) && !TRANSPORT_HEADERS.has(name));
    if (unknown.length > 0) return `does not name the header ${unknown.join(', ')}`;
    for (const [name, { required = false, schema = {} }] of described) {
      const value = headers[name];
      if (value === undefined && !required) continue;
      if (value === undefined) return `requires the header ${name}`;
      const violation = this.schemas.findViolation(schema, parseHeaderValue(schema, value));
      if (violation !== null) return `does not allow the header ${name}: ${JSON.stringify(value)} (${violation})`;
    }
    return null;
  }

  private findContentViolation(method: string, { content }: ResponseObject, { headers, text }: ReceivedResponse): string | null {
    if (content === undefined) return text === '' || text === null ? null : 'has no body for it';
    // The caller asked for no body of a 205 (gateway.103).
    if (headers['preference-applied'] === 'return=minimal') return text === '' ? null : 'has no body for it';
    const type = parseMediaType(headers);
    const media = type === undefined ? undefined : (content[type] ?? content['*/*']);
    if (media === undefined) return `has ${Object.keys(content).join(', ')}, not ${type ?? 'a response without media type'}`;
    if (type === JSON_LINES_TYPE && method !== 'HEAD' && text !== null) return this.findLinesViolation(media.schema ?? {}, text);
    return type === JSON_TYPE && method !== 'HEAD' && text !== null ? this.findBodyViolation(media.schema ?? {}, text) : null;
  }

  private findLinesViolation(schema: Schema, text: string): string | null {
    if (text !== '' && !text.endsWith('\n')) return 'requires a line break after the last line';
    for (const line of text.split('\n').slice(0, -1)) {
      const violation = this.findBodyViolation(schema, line);
      if (violation !== null) return violation;
    }
    return null;
  }

  private findBodyViolation(schema: Schema, text: string): string | null {
    if (schema['format'] === 'binary') return null;
    try {
      return this.schemas.findViolation(schema, JSON.parse(text));
    } catch (error) {
      return `calls it JSON: ${String(error)}`;
    }
  }

  private resolve(response: ResponseObject | undefined): ResponseObject | undefined {
    return response?.$ref === undefined ? response : this.document.components.responses[lastOf(response.$ref)];
  }

  private header(header: HeaderObject): HeaderObject {
    return header.$ref === undefined ? header : (this.document.components.headers[lastOf(header.$ref)] ?? {});
  }
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function parseMediaType(headers: IncomingHttpHeaders): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.toLowerCase();
}

/** Converts a header to a number when the schema requires one. */
function parseHeaderValue({ type }: Schema, value: string | string[]): unknown {
  return type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
}
