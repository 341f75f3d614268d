import type { OpenAPIObject } from '@nestjs/swagger';

export const DOCUMENT_READERS = ['integrators', 'backoffice'] as const;
export type DocumentReader = (typeof DOCUMENT_READERS)[number];

const TITLES: Readonly<Record<DocumentReader, string>> = { integrators: 'Insurance gateway', backoffice: 'Insurance gateway: back office' };
const BACK_OFFICE = '/backoffice-api/';
/** A program signs up without a key, and so do those who build it. */
const SIGN_UP = '/backoffice-api/signup';

export function selectOperations(document: OpenAPIObject, reader: DocumentReader): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isFor(path, reader)));
  const { webhooks, components = {}, tags = [], ...rest } = document;
  const selected = { ...rest, paths, ...(reader === 'integrators' && webhooks !== undefined && { webhooks }) };
  const used = listUsedComponents(selected, components);
  const parts = Object.entries(components as Readonly<Record<string, Readonly<Record<string, unknown>>>>).map(
    ([kind, entries]): [string, object] => {
      const isAll = kind === 'securitySchemes';
      return [kind, isAll ? entries : Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`${kind}/${name}`)))];
    },
  );
  const text = JSON.stringify(selected);
  return {
    ...selected,
    info: { ...document.info, title: TITLES[reader] },
    tags: tags.filter(({ name }) => text.includes(`"tags":["${name}"]`)),
    components: Object.fromEntries(parts),
  };
}

function isFor(path: string, reader: DocumentReader): boolean {
  const isOfBackOffice = path.startsWith(BACK_OFFICE) && !path.startsWith(SIGN_UP);
  return isOfBackOffice === (reader === 'backoffice');
}

const REFERENCE = /"#\/components\/(\w+\/[^"]+)"/g;

export function listUsedComponents(root: object, components: object): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: unknown[] = [root];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      const [kind = '', entry = ''] = name.split('/');
      const component = (components as Record<string, Record<string, unknown>>)[kind]?.[entry];
      if (component !== undefined) waiting.push(component);
    }
  }
  return used;
}
