import { Injectable } from '@nestjs/common';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { Config } from '../../../../config/config.js';

const READ_LIMIT_MS = 5_000;
export const WRITE_LIMIT_MS = 30_000;
/** Documents are smaller (documents.3), and a page of a listing too. */
const MAX_BYTES = 3_000_000;

/** The object storage is not configured, did not respond in time, or refused the request. */
export class ObjectStorageError extends Error {}

interface ObjectRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly limitMs: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer<ArrayBuffer>;
}

interface ObjectResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** Speaks the protocol of Amazon S3, with the bucket in the path. */
@Injectable()
export class ObjectStorage {
  private readonly client: AwsClient | null;
  private readonly root: string;

  constructor({ objectStorage }: Config) {
    this.root = objectStorage === null ? '' : `${objectStorage.endpoint}/${objectStorage.bucket}`;
    this.client =
      objectStorage &&
      new AwsClient({
        accessKeyId: objectStorage.accessKey,
        secretAccessKey: objectStorage.secretKey,
        region: objectStorage.region,
        service: 's3',
        // The jobs repeat what failed, and a caller must not wait for it.
        retries: 0,
      });
  }

  get isConfigured(): boolean {
    return this.client !== null;
  }

  /** The storage refuses bytes that differ from `sha256` (hexadecimal). */
  async write(key: string, content: Buffer<ArrayBuffer>, sha256: string): Promise<void> {
    const headers = { 'Content-Type': 'application/octet-stream', 'X-Amz-Content-Sha256': sha256 };
    await this.send({ method: 'PUT', path: `/${key}`, limitMs: WRITE_LIMIT_MS, headers, body: content });
  }

  async find(key: string): Promise<Buffer | null> {
    const { status, body } = await this.send({ method: 'GET', path: `/${key}`, limitMs: READ_LIMIT_MS });
    return status === 404 ? null : body;
  }

  async delete(key: string): Promise<void> {
    await this.send({ method: 'DELETE', path: `/${key}`, limitMs: READ_LIMIT_MS });
  }

  async *list(prefix: string): AsyncGenerator<readonly string[], void> {
    let next: string | null = null;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next === null ? {} : { 'continuation-token': next }) });
      const { status, body } = await this.send({ method: 'GET', path: `?${query.toString()}`, limitMs: WRITE_LIMIT_MS });
      if (status === 404) throw new ObjectStorageError('The object storage does not have the bucket of S3_BUCKET.');
      const page = readListing(body.toString());
      yield page.keys;
      ({ next } = page);
    } while (next !== null);
  }

  private async send({ method, path, limitMs, headers, body }: ObjectRequest): Promise<ObjectResponse> {
    if (this.client === null) throw new ObjectStorageError('There is no object storage: set S3_ENDPOINT, S3_BUCKET and its keys.');
    let response: Response;
    let content: Buffer;
    try {
      response = await this.client.fetch(this.root + path, {
        method,
        ...(headers && { headers }),
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
      content = await readBody(response);
    } catch (error) {
      if (error instanceof ObjectStorageError) throw error;
      throw new ObjectStorageError(`The object storage did not respond to ${method} ${path} within ${limitMs / 1000} s.`, { cause: error });
    }
    if (response.ok || (response.status === 404 && method !== 'PUT')) return { status: response.status, body: content };
    throw new ObjectStorageError(`The object storage refused ${method} ${path} with ${response.status}.`);
  }
}

async function readBody({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BYTES) throw new ObjectStorageError(`The object storage sent more than ${MAX_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function readListing(xml: string): { readonly keys: readonly string[]; readonly next: string | null } {
  const keys: string[] = [];
  let next: string | null = null;
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') keys.push(text);
    if (name === 'NextContinuationToken') next = text;
  });
  parser.on('error', (error) => {
    throw new ObjectStorageError('The object storage sent a list that is not XML.', { cause: error });
  });
  parser.write(xml).close();
  return { keys, next };
}
