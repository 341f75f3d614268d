import { join } from 'node:path';

type FindViolations = (texts: readonly (readonly [file: string, text: string])[], exists: (path: string) => boolean) => string[];

const { findViolations } = (await import(join(import.meta.dirname, '../../scripts/check-citations.mjs'))) as {
  findViolations: FindViolations;
};

const RULES = ['docs/contract/fire.md', '# fire-api\n\n**fire.1** One.\n\n**fire.2** Two, as fire.1.\n'] as const;
const RATING = ['docs/rating.md', '**rating.P4** Fee.\n'] as const;
const RECORD = ['docs/decisions/7-own-backup.md', '# ADR-7\n'] as const;

describe('scripts/check-citations.mjs', () => {
  const violationsOf = (file: string, text: string): string[] =>
    findViolations([RULES, RATING, RECORD, [file, text]], (path) => path === 'docs/rating.md');

  it('accepts text in which each id is defined, and does not mistake a path or property for an id', () => {
    expect(violationsOf('src/a.ts', '// fire.1, rating.P4 and ADR-7 (RFC 9110); fire.ts, a/fire.9, this.fire.9, fire.9(x)\n')).toEqual([]);
  });

  it.each([
    ['src/a.ts', '\n// as fire.3 says', 'src/a.ts:2: fire.3 is defined nowhere in docs/'],
    ['test/a.spec.ts', '// rating.P9', 'test/a.spec.ts:1: rating.P9 is defined nowhere in docs/'],
    ['README.md', 'see ADR-8', 'README.md:1: ADR-8 is defined nowhere in docs/'],
    ['src/a.ts', '// RFC 9110 §14', 'src/a.ts:1: a section (§) of another document; cite a rule or a record by its id'],
    ['docs/contract/auth.md', '\n\n**fire.1** Again.', 'docs/contract/auth.md:3: fire.1 is defined twice'],
    ['docs/a.md', '[rating](rating.md#p4), [web](https://example.com), [gone](gone.md)', 'docs/a.md:1: the link gone.md leads nowhere'],
    ['CONTRIBUTING.md', '`docs/rating.md` and `src/gone.ts`', 'CONTRIBUTING.md:1: src/gone.ts does not exist'],
  ])('reports the violation in %s: %j', (file, text, violation) => {
    expect(violationsOf(file, text)).toEqual([violation]);
  });

  it('compares .env.example with the settings that the program reads', () => {
    const config = [
      'src/config/config.ts',
      "integer(variables, 'PORT', 8080, 0); integer(variables, 'SIZE', 10, 2); text(variables, 'HOST')",
    ] as const;
    expect(findViolations([config, ['.env.example', '#PORT=8080\n#SIZE=20\n#GONE=\n']], () => true)).toEqual([
      '.env.example: HOST is missing',
      '.env.example: GONE is read nowhere',
      '.env.example: SIZE has another default',
    ]);
  });
});
