import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/common/package-root.js';

export type Schema = Readonly<Record<string, unknown>>;
type Reference = { readonly $ref?: string };

export interface HeaderObject extends Reference {
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface ResponseObject extends Reference {
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly examples?: object }>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface DescribedOperation {
  /** @example GET /fire-api/rsc/applications/{id} */
  readonly name: string;
  readonly method: string;
  readonly template: string;
  readonly operation: OperationObject;
}

export function readDocument(): ApiDocument {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'docs/openapi.json'), 'utf8')) as ApiDocument;
}

export function listOperations({ paths }: ApiDocument): DescribedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { name: `${method} ${template}`, method, template, operation };
    }),
  );
}

const ENVIRONMENT_ROOT = /^\/dev(?=\/)/;

/** Finds the operation of a call; both environments have the same operations. */
export class OperationFinder {
  private readonly candidates: readonly (DescribedOperation & { readonly pattern: RegExp })[];
  private readonly services: ReadonlySet<string>;

  constructor(document: ApiDocument) {
    const operations = listOperations(document);
    this.services = new Set(operations.map(({ template }) => serviceOf(template)));
    // A literal segment precedes a parameter, so that `template` is not read as an id.
    this.candidates = operations
      .map((described) => ({ ...described, pattern: toPattern(described.template) }))
      .sort((one, other) => countParameters(one.template) - countParameters(other.template));
  }

  /** Finds the operation of a path with its query; HEAD is looked up as GET. */
  find(method: string, path: string): DescribedOperation | undefined {
    const place = toTemplatePath(path);
    const verb = method === 'HEAD' ? 'GET' : method;
    return this.candidates.find((candidate) => candidate.method === verb && candidate.pattern.test(place));
  }

  /** Whether the path belongs to a service of the document. */
  hasService(path: string): boolean {
    return this.services.has(serviceOf(toTemplatePath(path)));
  }
}

function toTemplatePath(path: string): string {
  return (path.split('?', 1)[0] ?? '').replace(ENVIRONMENT_ROOT, '');
}

function serviceOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

function countParameters(template: string): number {
  return template.split('{').length;
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
}
