import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDemoFile, writeDemoFile, type DemoFile } from './demo-file.js';

const FILE: DemoFile = {
  baseUrl: 'https://127.0.0.1:8443',
  httpUrl: 'http://127.0.0.1:8080',
  caFile: null,
  apiKey: 'a',
  userKey: 'b',
  agentCode: '10001',
  secondAgent: { apiKey: 'c', userKey: 'd', agentCode: '10002' },
  supervisor: { userKey: 'e', agentCode: '10003', delegates: ['10001'] },
  staff: {
    admin: { email: 'f', password: 'g' },
    underwriter: { email: 'h', password: 'i' },
    issuing: { email: 'j', password: 'k' },
    accounting: { email: 'p', password: 'q' },
    auditor: { email: 'r', password: 's' },
    issuing2: { email: 'n', password: 'o' },
    agent: { email: 'l', password: 'm' },
  },
};

describe('the demo file', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-file-'));
    path = join(folder, 'data', 'demo.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is read back unchanged from a folder made for it, and no draft remains', async () => {
    expect(await readDemoFile(path)).toBeNull();
    await Promise.all([writeDemoFile(path, FILE), writeDemoFile(path, FILE)]);
    expect(await readDemoFile(path)).toEqual(FILE);
    expect(await readdir(join(folder, 'data'))).toEqual(['demo.json']);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    JSON.stringify({ ...FILE, staff: undefined }),
    JSON.stringify({ ...FILE, secondAgent: null }),
  ])('is treated as absent when it contains %s', async (content) => {
    await writeDemoFile(path, FILE);
    await writeFile(path, content);
    expect(await readDemoFile(path)).toBeNull();
  });
});
