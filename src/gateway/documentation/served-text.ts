import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { isTagNamed } from '../call/entity-tag.js';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number] | 'identity';
/** Higher levels take seconds and save a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export type Encode = (text: Buffer, encoding: Encoding) => Promise<Buffer>;

export class ServedText {
  private readonly bodies = new Map<Encoding, Promise<Buffer>>();
  private readonly digest: string;

  constructor(
    private readonly text: Buffer,
    private readonly type: string,
    private readonly cacheControl: string,
    private readonly encode: Encode = compress,
  ) {
    this.digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  }

  async send(request: Request, response: Response): Promise<void> {
    const encoding = ENCODINGS.find((offered) => request.acceptsEncodings(offered) === offered) ?? 'identity';
    // Each encoding is a separate representation with its own tag.
    const etag = `"${this.digest}-${encoding}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', this.cacheControl);
    response.setHeader('Vary', 'Accept-Encoding');
    if (isTagNamed(request.headers['if-none-match'], etag)) return void response.status(304).end();
    const body = await this.body(encoding);
    response.setHeader('Content-Type', this.type);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', String(body.length));
    response.status(200).end(body);
  }

  private body(encoding: Encoding): Promise<Buffer> {
    let body = this.bodies.get(encoding);
    if (body === undefined) this.bodies.set(encoding, (body = this.encode(this.text, encoding)));
    return body;
  }
}

function compress(text: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(text, BROTLI);
  return encoding === 'gzip' ? promisify(gzip)(text) : Promise.resolve(text);
}
