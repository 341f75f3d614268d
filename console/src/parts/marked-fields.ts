import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Problem } from '../api/problem.js';

/** A field that shows a violation. */
interface MarkedField {
  readonly input: HTMLElement;
  readonly label: string;
}

interface Marked {
  readonly fields: readonly MarkedField[];
  /** Messages of the violations that no field shows. */
  readonly others: readonly string[];
}

const SHOWN_AT_FIELDS = '.mantine-InputWrapper-error, .mantine-CheckboxGroup-error, .fault, .elsewhere';

/** Finds the fields that the form around a notice marks after a refusal, so that the notice leads to them. */
export function useMarkedFields(notice: RefObject<HTMLElement | null>, { violations }: Problem): Marked {
  const [marked, setMarked] = useState<Marked>({ fields: [], others: [] });
  useLayoutEffect(() => {
    const form = notice.current?.closest('form');
    const find = (selector: string): HTMLInputElement[] => [...(form?.querySelectorAll<HTMLInputElement>(selector) ?? [])];
    const fields = find('[aria-invalid=true]').map((input) => ({ input, label: toLabel(input) }));
    const shown = find(SHOWN_AT_FIELDS).map(({ textContent }) => textContent);
    const others = new Set(violations.map(({ message }) => message).filter((message) => !shown.some((text) => text.includes(message))));
    setMarked({ fields: fields.filter(({ label }) => label !== ''), others: [...others] });
  }, [notice, violations]);
  return marked;
}

/** Returns the text of the label without the mark of a required field. */
function toLabel({ labels }: HTMLInputElement): string {
  return labels?.[0]?.firstChild?.textContent ?? '';
}
