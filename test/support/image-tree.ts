import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const STAGE = '/app/';

/** Content of the last stage of the Dockerfile. */
export interface ImageFile {
  readonly copies: readonly { readonly from: string | null; readonly sources: readonly string[]; readonly target: string }[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

export async function readImageFile(): Promise<ImageFile> {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replace(/\\\n/g, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM ')).split('\n');
  const copies = stage
    .filter((line) => line.startsWith('COPY '))
    .map((line) => {
      const words = line.split(/\s+/).slice(1);
      const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1] ?? null;
      const paths = words.slice(from === null ? 0 : 1);
      return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
    });
  return { copies, command: parseJsonLine(stage, /^CMD (\[.*\])$/), healthcheck: parseJsonLine(stage, /^HEALTHCHECK .* CMD (\[.*\])$/) };
}

function parseJsonLine(lines: readonly string[], pattern: RegExp): string[] {
  const found = lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0];
  return JSON.parse(found ?? '[]') as string[];
}

/** Creates the folder of the image: files that .dockerignore admits, the built `dist` and the production packages. */
export async function createImageFolder({ copies }: ImageFile, folder: string): Promise<void> {
  const ignored = await readIgnored();
  for (const { from, sources, target } of copies) {
    for (const source of sources) {
      for (const path of from === null ? expand(source) : [source.slice(STAGE.length)]) {
        if (from === null && ignored(path)) throw new Error(`The Dockerfile copies ${path}, which .dockerignore excludes.`);
        const place = target.endsWith('/') ? join(folder, target, basename(path)) : join(folder, target);
        if (path === 'node_modules') await copyPackages(place);
        else if (path === 'sbom.cdx.json') await writeFile(place, listPackages());
        else copyTree(join(ROOT, path), place, (name) => !(from === null && name.endsWith('.spec.ts')) && name !== '.built');
      }
    }
  }
}

/** Lists the files that a path such as `docs/*.md` matches. */
function expand(path: string): string[] {
  const [folder = '', ending] = path.split('/*');
  if (ending === undefined) return [path];
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** Returns a function that tells whether .dockerignore, which lists the admitted paths, excludes a path. */
async function readIgnored(): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
  const admitted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return (path) => !admitted.some((entry) => path === entry || path.startsWith(`${entry}/`));
}

/** Copies the packages that `npm ci --omit=dev --omit=optional` installs. */
async function copyPackages(place: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  for (const [path, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
    if (path === '' || dev || optional || devOptional) continue;
    copyTree(join(ROOT, path), join(dirname(place), path), (name) => name !== 'node_modules' && !/\.(map|md|d\.[mc]?ts)$/.test(name));
  }
}

/** Lists the packages of the image in CycloneDX, as its build does. */
function listPackages(): Buffer {
  return execFileSync('node', ['scripts/sbom.mjs', '--image'], { cwd: ROOT });
}

/** Links the files of a tree, or copies them to another disk. */
function copyTree(source: string, target: string, isIncluded: (name: string) => boolean): void {
  if (!statSync(source).isDirectory()) {
    mkdirSync(dirname(target), { recursive: true });
    return copyFile(source, target);
  }
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (!isIncluded(entry.name)) continue;
    if (entry.isDirectory()) copyTree(join(source, entry.name), join(target, entry.name), isIncluded);
    else copyFile(join(source, entry.name), join(target, entry.name));
  }
}

function copyFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(source, target);
  }
}
