import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStorageAddress } from '../../src/config/config.js';

const PAGE = 2;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/test-1\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/;

/** An object storage of the kind of Amazon S3 in memory, with one bucket. It refuses requests without a signature. */
export class ObjectStorageServer {
  readonly objects = new Map<string, Buffer>();
  /** Requests as `METHOD key`. */
  readonly requests: string[] = [];
  /** Answers every request with 500. */
  isAway = false;
  /** Returns other bytes than were written. */
  isDamaged = false;
  /** Called before a request is carried out; the request waits for it. */
  before: (method: string, key: string) => Promise<void> | void = () => undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ObjectStorageServer> {
    const server = createServer((request, response) => {
      storage.respond(request, response).catch(() => response.destroy());
    });
    const storage: ObjectStorageServer = new ObjectStorageServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return storage;
  }

  get address(): ObjectStorageAddress {
    const { port } = this.server.address() as AddressInfo;
    return { endpoint: `http://127.0.0.1:${port}`, bucket: 'archive', region: 'test-1', accessKey: 'key', secretKey: 'secret' };
  }

  get keys(): string[] {
    return [...this.objects.keys()].toSorted();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage');
    const [, bucket, ...names] = pathname.split('/');
    const { method = '', headers } = request;
    const key = names.join('/');
    this.requests.push(`${method} ${key}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    await this.before(method, key);
    const send = (status: number, content: Buffer | string = ''): void => void response.writeHead(status).end(content);
    if (this.isAway) return send(500);
    if (!AUTHORIZATION.test(headers.authorization ?? '')) return send(403);
    if (bucket !== 'archive') return send(404);
    if (method === 'GET' && key === '') return send(200, this.list(searchParams));
    if (method === 'PUT') {
      if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) return send(400);
      this.objects.set(key, body);
      return send(200);
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return send(204);
    }
    const content = this.objects.get(key);
    if (content === undefined) return send(404);
    return send(200, this.isDamaged ? Buffer.concat([content.subarray(1), Buffer.from('?')]) : content);
  }

  private list(search: URLSearchParams): string {
    const after = search.get('continuation-token') ?? '';
    const found = this.keys.filter((key) => key.startsWith(search.get('prefix') ?? '') && key > after);
    const contents = found.slice(0, PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const next = found.length > PAGE ? `<NextContinuationToken>${found[PAGE - 1]}</NextContinuationToken>` : '';
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  }
}
