import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../common/athens.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import type { OperationObject, PathItemObject, ResponseObject } from '../gateway/documentation/openapi-types.js';

const EXAMPLES: Readonly<Record<string, string>> = {
  insertFireApplication: 'fire-application.json',
  updateFireApplication: 'fire-application.json',
  calculateFireBundles: 'fire-bundles.json',
  insertMotorApplication: 'vehicle-application.json',
  updateMotorApplication: 'vehicle-application.json',
  calculateMotorPrices: 'vehicle-prices.json',
  saveParty: 'party.json',
  createServiceRequest: 'service-request.json',
};
const PLATE = 'IZX4821';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';

type RecordedResponses = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

export function addExamples(document: OpenAPIObject, startDate: string): OpenAPIObject {
  const recorded = JSON.parse(readPackageFile('docs/response-examples.json')) as RecordedResponses;
  const paths = Object.entries(document.paths).map(
    ([path, item]) => [path, withResponses(path, withExamplesOf(item, startDate), recorded)] as const,
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function withResponses(path: string, item: PathItemObject, recorded: RecordedResponses): PathItemObject {
  const result = { ...item };
  for (const method of METHODS) {
    const [operation, example] = [item[method], recorded[`${method.toUpperCase()} ${path}`]];
    if (operation !== undefined && example !== undefined) result[method] = withResponse(operation, example.status, example.body);
  }
  return result;
}

function withResponse(operation: OperationObject, status: number, example: unknown): OperationObject {
  const { content, ...response } = operation.responses[status] as ResponseObject;
  const json = { ...content?.[JSON_TYPE], example };
  return { ...operation, responses: { ...operation.responses, [status]: { ...response, content: { ...content, [JSON_TYPE]: json } } } };
}

const DATE = /^20[2-9]\d-\d\d-\d\d(?=T|$)/;

export function moveExamples(document: OpenAPIObject, days: number): OpenAPIObject {
  return moved(document, false) as OpenAPIObject;

  function moved(value: unknown, isExample: boolean): unknown {
    if (typeof value === 'string') return isExample ? value.replace(DATE, (date) => addDays(date, days)) : value;
    if (Array.isArray(value)) return value.map((item) => moved(item, isExample));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, part]) => [
      name,
      moved(part, isExample || name === 'example' || name === 'examples'),
    ]);
    return Object.fromEntries(entries) as unknown;
  }
}

function withExamplesOf(item: PathItemObject, startDate: string): PathItemObject {
  const result = { ...item };
  for (const method of ['post', 'put'] as const) {
    const operation = item[method];
    const file = EXAMPLES[operation?.operationId ?? ''];
    if (operation?.requestBody === undefined || '$ref' in operation.requestBody || file === undefined) continue;
    const { content } = operation.requestBody;
    const json = { ...content[JSON_TYPE], example: read(file, startDate) };
    result[method] = { ...operation, requestBody: { ...operation.requestBody, content: { ...content, [JSON_TYPE]: json } } };
  }
  return result;
}

function read(file: string, startDate: string): unknown {
  return JSON.parse(readPackageFile(`examples/${file}`).replaceAll('{{startDate}}', startDate).replaceAll('{{plateNo}}', PLATE));
}

function readPackageFile(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}
