import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { readConfig } from '../../src/config/config.js';

const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm');
const TEMPLATES = readdirSync(join(CHART, 'templates')).map((name) => ({
  name,
  text: readFileSync(join(CHART, 'templates', name), 'utf8'),
}));
const ALL = TEMPLATES.map(({ text }) => text).join('\n');
const VALUES = parseYaml(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Record<string, unknown>;
/** Neither npm nor Debian has Helm, so it is used where it is installed. */
const hasHelm = spawnSync('helm', ['version']).status === 0;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Record<string, unknown>;
}

/** Lists the paths of all values, such as `image.tag`; lists and empty objects are values. */
function listPaths(value: unknown, path: readonly string[] = []): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  return isObject ? Object.entries(value).flatMap(([name, inner]) => listPaths(inner, [...path, name])) : [path.join('.')];
}

function find(path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], VALUES);
}

describe('The Helm chart', () => {
  it('uses only values that values.yaml has, and every one of them', () => {
    const used = new Set([...ALL.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path]) => path!));
    expect([...used].filter((path) => find(path) === undefined)).toEqual([]);
    const unused = listPaths(VALUES).filter((path) => ![...used].some((one) => path === one || path.startsWith(`${one}.`)));
    expect(unused).toEqual([]);
  });

  it('includes only templates that it defines, and every one of them', () => {
    const included = [...ALL.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    const defined = [...ALL.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(included)).toEqual(new Set(defined));
  });

  it.each(TEMPLATES.filter(({ name }) => name.endsWith('.yaml')))(
    'closes each block of $name, which is YAML without its actions',
    ({ text }) => {
      const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
      expect(count(/\{\{-? (?:if|with|range|define) /g)).toBe(count(/\{\{-? end \}\}/g));
      const plain = text.replace(/^\s*\{\{-.*\}\}\n/gm, '').replace(/\{\{.*?\}\}/g, 'value');
      expect(parseYaml(plain)).toMatchObject({ apiVersion: expect.any(String) as string, kind: expect.any(String) as string });
    },
  );

  it('sets only variables that the program reads', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const known = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
    const set = [...ALL.matchAll(/name: ([A-Z_]+)$/gm)].map(([, name]) => name!.replace(/_FILE$/, ''));
    expect([...set, ...Object.keys(VALUES.settings as object)].filter((name) => !known.includes(name))).toEqual([]);
    expect(() => readConfig(VALUES.settings as Record<string, string>)).not.toThrow();
  });

  it('contains no secret', () => {
    expect(ALL).not.toMatch(/kind: Secret\b|secretKeyRef/);
  });

  it('gives a stopping pod more time than the program takes', () => {
    const { drainSeconds } = readConfig(VALUES.settings as Record<string, string>);
    expect(VALUES.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 25);
  });
});

describe('The example of CloudNativePG', () => {
  it('has synchronous candidates, a failover quorum and backups', () => {
    const text = readFileSync(join(ROOT, 'deploy/cloudnative-pg.yaml'), 'utf8');
    const [cluster, store, backup] = text.split(/^---$/m).map((one) => parseYaml(one) as Manifest);
    expect(cluster).toMatchObject({
      kind: 'Cluster',
      spec: { instances: 3, postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true } } },
    });
    expect([store?.kind, backup?.kind]).toEqual(['ObjectStore', 'ScheduledBackup']);
    expect(backup?.spec.cluster).toEqual({ name: cluster?.metadata.name });
  });
});

(hasHelm ? describe : describe.skip)('The rendered chart', () => {
  function render(...settings: readonly string[]): Manifest[] {
    const args = ['template', 'gateway', CHART, ...settings.flatMap((one) => ['--set', one])];
    const { status, stdout, stderr } = spawnSync('helm', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout
      .split(/^---$/m)
      .map((one) => parseYaml(one) as Manifest | undefined)
      .filter((one) => one?.kind !== undefined) as Manifest[];
  }

  function kindsOf(manifests: readonly Manifest[]): string[] {
    return manifests.map(({ kind }) => kind).toSorted();
  }

  it('passes the lint of Helm', () => {
    expect(spawnSync('helm', ['lint', '--strict', CHART], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  it('has all parts by default', () => {
    const kinds = ['Deployment', 'HorizontalPodAutoscaler', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    expect(kindsOf(render())).toEqual(kinds);
  });

  it('runs as a user without rights on a root file system that is read-only', () => {
    const pods = render().flatMap(({ kind, spec }) =>
      ['Deployment', 'Job'].includes(kind) ? [(spec.template as { spec: Manifest['spec'] }).spec] : [],
    );
    expect(pods).toHaveLength(2);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
        containers: [
          { securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
        ],
      });
    }
  });

  it('leaves parts out that are turned off', () => {
    const manifests = render(
      'autoscaling.enabled=false',
      'networkPolicy.enabled=false',
      'migrations.enabled=false',
      'secrets.redisUrl.name=',
      'replicas=3',
    );
    expect(kindsOf(manifests)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service']);
    const text = JSON.stringify(manifests);
    expect(text).toContain('"replicas":3');
    expect(text).not.toContain('REDIS_URL_FILE');
  });
});
