import { TextInput, type TextInputProps } from '@mantine/core';
import { useCallback, useId, type ReactNode } from 'react';
import { isReadable, parseNumber, toTyped, type NumberKind } from '../forms/typed-number.js';
import { useLocale, useText } from '../messages/language.js';
import { useFormat } from './format.js';

interface Shown {
  /** The parsed number, if the text does not already look like it. */
  readonly echo?: string;
  /** Why the text cannot be sent. */
  readonly violation?: string;
}

const CENTS = 2;
const EXAMPLES: Readonly<Record<NumberKind, number>> = { money: 1234.5, percent: 12.5, number: 12.5, whole: 12 };

/** Returns the echo or violation of a typed number in the language of the page. */
export function useNumberText(): (text: string, kind: NumberKind) => Shown {
  const t = useText();
  const { locale } = useLocale();
  const { money, number, percent } = useFormat();
  return useCallback(
    (text, kind) => {
      const show = (value: string): string => {
        if (kind === 'money') return money(value);
        return kind === 'percent' ? percent(Number(value) / 100) : number(Number(value));
      };
      const type = (value: string): string => toTyped(value, locale, kind === 'money' ? CENTS : undefined);
      const reading = parseNumber(text, kind);
      if (reading.is === 'invalid')
        return { violation: t(kind === 'whole' ? 'number.whole' : 'number.invalid', { example: toTyped(EXAMPLES[kind], locale, CENTS) }) };
      if (reading.is === 'ambiguous') {
        const [first, second] = reading.values;
        const readings = { first: show(first), second: show(second), typedFirst: type(first), typedSecond: type(second) };
        return { violation: t('number.ambiguous', readings) };
      }
      if (reading.is === 'blank' || kind === 'whole') return {};
      const shown = show(reading.value);
      return shown === text.trim() ? {} : { echo: `= ${shown}` };
    },
    [t, locale, money, number, percent],
  );
}

type NumberInputProps = Omit<TextInputProps, 'type' | 'value'> & { readonly kind: NumberKind; readonly value: string };

/**
 * Text field of a number, because a browser drops the comma of a `type=number` field.
 * Shows how the text is read (console.50).
 */
export function NumberInput({ kind, value, error, ...props }: NumberInputProps): ReactNode {
  const { echo, violation } = useNumberText()(value, kind);
  const echoId = useId();
  return (
    <div>
      <TextInput
        {...props}
        type="text"
        value={value}
        error={violation ?? error}
        inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
        autoComplete="off"
        attributes={{ input: { 'aria-details': echo === undefined ? undefined : echoId } }}
      />
      <p id={echoId} className="echo" aria-live="polite">
        {echo}
      </p>
    </div>
  );
}

/** Whether every number of a form can be sent. */
export function areReadable(values: Readonly<Record<string, string>>, kinds: Readonly<Record<string, NumberKind>>): boolean {
  return Object.entries(kinds).every(([name, kind]) => isReadable(values[name] ?? '', kind));
}
