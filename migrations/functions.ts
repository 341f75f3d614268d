import type { QueryRunner } from 'typeorm';

export type Replacements = readonly (readonly [before: string, after: string])[];

/** Changes places of a function and keeps what other migrations changed in it. */
export async function replaceInFunction(runner: QueryRunner, name: string, replacements: Replacements): Promise<void> {
  const [row] = (await runner.query(`SELECT pg_get_functiondef($1::regproc) AS text`, [name])) as { text: string }[];
  let text = row?.text ?? '';
  for (const [before, after] of replacements) {
    if (!text.includes(before)) throw new Error(`The function ${name} does not contain: ${before}`);
    text = text.replaceAll(before, after);
  }
  await runner.query(text);
}
