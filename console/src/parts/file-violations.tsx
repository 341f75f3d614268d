import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import { useText } from '../messages/language.js';

/** Errors in a file, each with the number of its record and the name of its value. */
export function FileViolations({ of }: { readonly of: Problem | null }): ReactNode {
  const t = useText();
  const toPlace = (path: string): string => {
    const index = /.*\[(\d+)\]/.exec(path)?.[1];
    const name = path
      .split('.')
      .at(-1)!
      .replace(/\[\d+\]$/, '');
    return index === undefined ? name : `${t('load.record', { n: Number(index) + 1 })} · ${name}`;
  };
  return of?.violations.map(({ path, message }) => (
    <p key={`${path} ${message}`} className="fault small">{`${toPlace(path)}: ${message}`}</p>
  ));
}
