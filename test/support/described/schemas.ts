import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, Schema } from './document.js';

const ROOT = 'openapi:';
const SHOWN_VIOLATIONS = 5;

/** Validates values against schemas of the document, in which an object may have only the named properties. */
export class ResponseSchemas {
  private readonly ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor({ components }: ApiDocument) {
    formats.default(this.ajv);
    this.ajv.addFormat('binary', true).addVocabulary(['components', 'example', 'x-enum-varnames']);
    this.ajv.addSchema({ $id: ROOT, components: { schemas: closeObjects(components.schemas) } });
  }

  /** Returns the violation of the value, or null. */
  findViolation(schema: Schema, value: unknown): string | null {
    const validate = this.compiled.get(schema) ?? this.compile(schema);
    if (validate(value)) return null;
    const violations = (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
    return violations.slice(0, SHOWN_VIOLATIONS).join('; ');
  }

  private compile(schema: Schema): ValidateFunction {
    const validate = this.ajv.compile(closeObjects(schema) as Schema);
    this.compiled.set(schema, validate);
    return validate;
  }
}

/** Returns a copy that forbids unnamed properties and whose references lead to the components. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === '$ref' && typeof part === 'string' ? `${ROOT}${part}` : closeObjects(part),
    ]),
  );
  const isOpen = 'additionalProperties' in copy || 'patternProperties' in copy;
  if (typeof copy['properties'] === 'object' && 'type' in copy && !isOpen) copy['unevaluatedProperties'] = false;
  return copy;
}
