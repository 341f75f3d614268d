import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Violation } from '../api/problem.js';
import { useText, type MessageId } from '../messages/language.js';
import { trailTo, type Spec } from './draft.js';

/** A part of a form that is shown alone. */
export interface Part<Name extends string> {
  readonly name: Name;
  readonly title: MessageId;
  readonly fields: readonly Spec[];
}

interface ElsewhereProps<Name extends string> {
  readonly violations: readonly Violation[];
  readonly parts: readonly Part<Name>[];
  /** The part that is shown now. */
  readonly here: Name;
  readonly goTo: (name: Name) => void;
}

/** Errors outside the visible part of the form, with a link to their part if there is one. */
export function Elsewhere<Name extends string>({ violations, parts, here, goTo }: ElsewhereProps<Name>): ReactNode {
  const t = useText();
  const placed = violations.map((violation) => {
    const part = parts.find(({ fields }) => trailTo(fields, violation.path) !== null);
    const trail = part && trailTo(part.fields, violation.path);
    const title = trail?.map(([id, n]) => (n === undefined ? t(id) : t(id, { n }))).join(' · ') ?? violation.path;
    return { ...violation, title, part };
  });
  const unseen = placed.filter(({ part }) => part?.name !== here);
  if (unseen.length === 0) return null;
  return (
    <ul className="elsewhere">
      {unseen.map(({ path, title, message, part }) => (
        <li key={path}>
          {title}: {message}{' '}
          {part !== undefined && (
            <Button size="compact-xs" variant="default" onClick={() => goTo(part.name)}>
              {t(part.title)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
