import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { isIsoDate, toIsoDate, toTypedDate } from '../forms/typed-date.js';
import { useText } from '../messages/language.js';

type DateInputProps = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** Date as day, month and year, with the browser's calendar. The browser's own field has the order of its language. */
export function DateInput({ value, onChange, error, onBlur, ...props }: DateInputProps): ReactNode {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => toTypedDate(value));
  const [isLeft, setLeft] = useState(false);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const text = toTypedDate(event.target.value);
    setTyped(text);
    setLeft(false);
    onChange({ ...event, target: { ...event.target, value: toIsoDate(text) } });
  };
  return (
    <TextInput
      {...props}
      value={toIsoDate(typed) === value ? typed : toTypedDate(value)}
      onChange={take}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      error={error ?? (isLeft && value !== '' && !isIsoDate(value) ? t('date.invalid') : undefined)}
      placeholder={t('date.format')}
      autoComplete="off"
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            aria-label={t('date.calendar')}
            disabled={props.disabled}
            onClick={() => picker.current?.showPicker()}
          >
            <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
              <path d="M1.5 3h11v9.5h-11zM1.5 6h11M4.5 1v3M9.5 1v3" />
            </svg>
          </ActionIcon>
          <input
            type="date"
            className="date-picker"
            ref={picker}
            value={isIsoDate(value) ? value : ''}
            onChange={take}
            tabIndex={-1}
            aria-hidden="true"
          />
        </>
      }
    />
  );
}
