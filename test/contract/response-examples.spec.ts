import { moveExamples } from '../../src/http/documentation-examples.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { ResponseSchemas } from '../support/described/schemas.js';
import { readResponseExamples } from '../support/response-example.js';

const JSON_TYPE = 'application/json';
const FILE = { format: 'binary' };

const document = readDocument();
const examples = readResponseExamples();

interface Media {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

/** Lists the JSON of each successful response. */
function listShown(from = document): (readonly [operation: string, status: string, media: Media])[] {
  return listOperations(from).flatMap(({ name, operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
      const media: Media | undefined = content[JSON_TYPE];
      return status < '300' && media !== undefined && media.schema?.['format'] !== FILE.format ? [[name, status, media] as const] : [];
    }),
  );
}

describe('the document', () => {
  it('shows a recorded response of each operation that responds with JSON', () => {
    const shown = listShown().filter(([, , { example }]) => example !== undefined);
    const missing = listShown()
      .map(([name]) => name)
      .filter((name) => !shown.some(([other]) => other === name));
    expect(missing).toEqual([]);
    for (const [name, status, { example }] of shown) {
      expect([name, status, example]).toEqual([name, status, examples[name]?.body]);
    }
  });

  it.each([0, 40, 1100])('shows responses that fit their schemas %i days later', (days) => {
    const moved = moveExamples(document as never, days) as unknown as typeof document;
    const schemas = new ResponseSchemas(moved);
    const wrong = listShown(moved).flatMap(([name, status, { schema = {}, example }]) => {
      const violation = example === undefined ? null : schemas.findViolation(schema, example);
      return violation === null ? [] : [`${name} ${status} ${violation}`];
    });
    expect(wrong).toEqual([]);
  });
});
