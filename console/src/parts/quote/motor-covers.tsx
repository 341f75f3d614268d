import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { draftsOf, violationAt, textsOf, type Draft } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText } from '../../messages/language.js';

interface MotorCoversProps {
  readonly form: DraftForm;
  readonly included: readonly NamedCover[];
  readonly addable: readonly NamedCover[];
  readonly swaps: readonly { readonly out: string; readonly in: readonly string[] }[];
}

interface NamedCover {
  readonly code: string;
  readonly title: string;
}

/** Choice of extra covers and swaps. */
export function MotorCovers({ form, included, addable, swaps: possible }: MotorCoversProps): ReactNode {
  const t = useText();
  const added = textsOf(form.draft['extraCovers']);
  const swaps = draftsOf(form.draft['swappableCovers']);
  const violations = ['extraCovers', 'swappableCovers'].flatMap((path) => violationAt(form.violations, path) ?? []);
  const titles = new Map([...included, ...addable].map(({ code, title }) => [code, title]));
  const pairs = possible.flatMap((swap) => swap.in.map((other) => ({ out: swap.out, in: other })));
  return (
    <>
      <fieldset>
        <legend>{t('quote.extraCovers')}</legend>
        <div className="fields">
          {addable.map(({ code, title }) => (
            <Checkbox
              key={code}
              size="xs"
              label={`${code} ${title}`}
              checked={added.includes(code)}
              onChange={({ target }) => form.set('extraCovers', target.checked ? [...added, code] : added.filter((one) => one !== code))}
            />
          ))}
        </div>
      </fieldset>
      {pairs.length > 0 && (
        <fieldset>
          <legend>{t('motor.swaps')}</legend>
          <div className="fields">
            {pairs.map((pair) => {
              const isOther = (swap: Draft): boolean => swap['out'] !== pair.out || swap['in'] !== pair.in;
              return (
                <Checkbox
                  key={`${pair.out} ${pair.in}`}
                  size="xs"
                  label={t('motor.swap.of', { out: titles.get(pair.out) ?? pair.out, in: titles.get(pair.in) ?? pair.in })}
                  checked={!swaps.every(isOther)}
                  onChange={({ target }) => form.set('swappableCovers', target.checked ? [...swaps, pair] : swaps.filter(isOther))}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      {violations.map((violation) => (
        <p key={violation} className="fault">
          {violation}
        </p>
      ))}
    </>
  );
}
