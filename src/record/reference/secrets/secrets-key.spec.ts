import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../../common/operator-error.js';
import { type Config, readConfig } from '../../../config/config.js';
import { loadSecretsKeys, getSecretsKeyFile } from './secrets-key.js';

const GIVEN = Buffer.alloc(32, 3).toString('base64');
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secrets-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const embedded = (variables: Record<string, string> = {}): Config => readConfig({ DATA_DIR: join(dataDir, 'data'), ...variables });

describe('loadSecretsKeys', () => {
  it('creates a key beside the embedded database, readable only by its owner, and keeps it', async () => {
    const config = embedded();
    const [key, ...more] = await loadSecretsKeys(config);
    expect(key).toHaveLength(32);
    expect(more).toEqual([]);
    expect((await stat(getSecretsKeyFile(config))).mode & 0o777).toBe(0o600);
    expect(await readFile(getSecretsKeyFile(config), 'utf8')).toBe(`${key?.toString('base64')}\n`);
    expect(await loadSecretsKeys(config)).toEqual([key]);
    expect(await readdir(config.dataDir)).toEqual(['secrets.key']);
  });

  it('creates one key in twenty first starts at once', async () => {
    const config = embedded();
    const all = await Promise.all(Array.from({ length: 20 }, () => loadSecretsKeys(config)));
    expect(new Set(all.map(([key]) => key?.toString('hex'))).size).toBe(1);
    expect(await readdir(config.dataDir)).toEqual(['secrets.key']);
  });

  it('uses SECRETS_KEY where it is set, and creates no file', async () => {
    const config = embedded({ SECRETS_KEY: GIVEN });
    expect(await loadSecretsKeys(config)).toEqual([Buffer.alloc(32, 3)]);
    await expect(stat(getSecretsKeyFile(config))).rejects.toThrow('ENOENT');
  });

  it('returns no key for an external database without SECRETS_KEY, and creates no file', async () => {
    const config = embedded({ DATABASE_URL: 'postgres://db.example/gateway' });
    expect(await loadSecretsKeys(config)).toEqual([]);
    await expect(stat(getSecretsKeyFile(config))).rejects.toThrow('ENOENT');
  });

  it.each(['', 'not a key', GIVEN.slice(1)])('refuses a file that contains %j, without repeating it', async (text) => {
    const config = embedded();
    await loadSecretsKeys(config);
    await chmod(getSecretsKeyFile(config), 0o600);
    await writeFile(getSecretsKeyFile(config), text);
    const refusal = loadSecretsKeys(config);
    await expect(refusal).rejects.toThrow(OperatorError);
    await expect(refusal).rejects.toThrow(`${getSecretsKeyFile(config)} holds no key.`);
    expect(await readFile(getSecretsKeyFile(config), 'utf8')).toBe(text);
  });
});
