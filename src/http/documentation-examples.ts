import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../common/athens.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import type { PathItemObject } from '../gateway/documentation/openapi-types.js';

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

export function addExamples(document: OpenAPIObject, startDate: string): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => [path, withExamplesOf(item, startDate)] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Matches dates of contracts, not of births and licences. */
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
    const json = { ...content['application/json'], example: read(file, startDate) };
    result[method] = { ...operation, requestBody: { ...operation.requestBody, content: { ...content, 'application/json': json } } };
  }
  return result;
}

function read(file: string, startDate: string): unknown {
  const text = readFileSync(join(PACKAGE_ROOT, 'examples', file), 'utf8');
  return JSON.parse(text.replaceAll('{{startDate}}', startDate).replaceAll('{{plateNo}}', PLATE));
}
