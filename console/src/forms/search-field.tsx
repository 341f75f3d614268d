import { TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { toPlain } from '../parts/plain-text.js';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SearchFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly change: (code: string) => void;
  /** Called with each typed text, where the choices depend on it. */
  readonly type?: (text: string) => void;
  readonly size?: 'xs';
}

/** Returns the choices with all typed words; those that begin with the text come first. */
function findChoices(choices: readonly Choice[], typed: string): Choice[] {
  const text = toPlain(typed).trim();
  const words = text.split(/\s+/);
  const found = choices.flatMap((choice) => {
    const title = toPlain(choice.label);
    return words.every((word) => title.includes(word)) ? [{ choice, isFirst: title.startsWith(text) }] : [];
  });
  return found.sort((one, other) => Number(other.isFirst) - Number(one.isFirst)).map(({ choice }) => choice);
}

type ListProps = Pick<SearchFieldProps, 'value' | 'choices' | 'change' | 'required'>;

/** The open list below a field. */
interface OpenList {
  readonly isOpen: boolean;
  /** Null while nothing is typed; then the field shows its choice. */
  readonly typed: string | null;
  readonly found: readonly Choice[];
  /** Index of the marked choice. */
  readonly at: number;
  readonly type: (text: string) => void;
  readonly open: () => void;
  readonly leave: () => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly take: (code: string) => void;
}

function useOpenList({ value, choices, change, required }: ListProps): OpenList {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = typed === null ? choices : findChoices(choices, typed);
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
    setOpen(true);
  };
  const open = (): void => {
    const chosen = choices.findIndex((choice) => choice.value === value);
    if (!isOpen) setAt(Math.max(0, chosen));
    setOpen(true);
  };
  const close = (): void => {
    setTyped(null);
    setOpen(false);
  };
  const take = (code: string): void => {
    change(code);
    close();
  };
  // A text that only one choice has is taken, and an erased one clears the choice.
  const leave = (): void => {
    if (typed === '' && required !== true) take('');
    else if (typed !== null && typed !== '' && found.length === 1) take(found[0]!.value);
    else close();
  };
  const move = (step: 1 | -1): void => (isOpen ? setAt(Math.max(0, Math.min(found.length - 1, at + step))) : open());
  const press = (event: KeyboardEvent): void => {
    const marked = isOpen ? found[at] : undefined;
    const done = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(marked !== undefined && { Enter: () => take(marked.value) }),
      ...(isOpen && { Escape: close }),
    }[event.key];
    if (done === undefined) return;
    event.preventDefault();
    done();
  };
  return { isOpen, typed, found, at, type, open, leave, press, take };
}

/**
 * Choice from a long list, found by typing a part of its title, with or without accents (console.131). It is the
 * combobox of the ARIA practices, because that of Mantine does not fit into the first load.
 */
export function SearchField({ name, label, value, choices, change, required, type: report, ...bound }: SearchFieldProps): ReactNode {
  const t = useText();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { isOpen, typed, found, at, type, open, leave, press, take } = useOpenList({ value, choices, change, required });
  useEffect(() => {
    if (isOpen) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at]);
  return (
    <div className="found-box">
      <TextInput
        {...bound}
        label={label}
        required={required}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && at < found.length ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={typed ?? choices.find((choice) => choice.value === value)?.label ?? ''}
        onChange={({ currentTarget }) => {
          type(currentTarget.value);
          report?.(currentTarget.value);
        }}
        onClick={open}
        onKeyDown={press}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={leave}
      />
      {isOpen && (
        <ul className="found" id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
          {found.map((choice, index) => (
            <li
              key={choice.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(choice.value)}
            >
              {choice.label}
            </li>
          ))}
        </ul>
      )}
      {isOpen && found.length === 0 && (
        <p role="status" className="quiet small">
          {t('choice.none')}
        </p>
      )}
      <input type="hidden" name={name} value={value} />
    </div>
  );
}
