import { oas } from '@stoplight/spectral-rulesets';

const { then: examplesOfSchema, ...schemaExample } = oas.rules['oas3-valid-schema-example'];
const valid = new Set();

/**
 * Spectral looks at a schema wherever a reference leads to it and compiles it each time, which was most of its work. What was found valid is not looked at again
 * in another place; what was not is reported there too.
 */
function examplesOnce(schema, options, context) {
  const text = JSON.stringify(schema);
  if (valid.has(text)) return undefined;
  const findings = examplesOfSchema.function(schema, options, context);
  if (findings === undefined || findings.length === 0) valid.add(text);
  return findings;
}

export default {
  extends: [[oas, 'all']],
  rules: {
    // Every insurer that runs the gateway has its own; the document names no web page or mail address that is not there.
    'contact-properties': 'off',
    // OpenAPI 3.1 allows a `url` or an `identifier`, not both. No licence is granted, so there is no page to lead to.
    'license-url': 'off',
    // The tags stand in the order in which a program meets the services.
    'openapi-tags-alphabetical': 'off',
    'oas3-valid-schema-example': { ...schemaExample, then: { ...examplesOfSchema, function: examplesOnce } },
  },
};
