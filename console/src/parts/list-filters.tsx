import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense, useId, useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import { isIsoDate } from '../forms/typed-date.js';
import { isReadable, toTyped, toWireText } from '../forms/typed-number.js';
import { useLocale, useText, type MessageId } from '../messages/language.js';
import { DateInput } from './date-field.js';
import { DropBox } from './drop-box.js';
import { useFormat } from './format.js';
import { NumberInput } from './number-field.js';
import type { ListSearch } from './list-search.js';

export interface Filter {
  readonly name: string;
  readonly label: MessageId;
  /**
   * `many` are choices of which several can be ticked; the address separates them by commas. `search` are choices that
   * are found by typing, `agent` all agents.
   */
  readonly type?: 'text' | 'date' | 'money' | 'whole' | 'many' | 'search' | 'agent';
  /** Suggestions with their titles; other values may be typed. */
  readonly offered?: readonly (readonly [value: string, title: string])[];
  readonly choices?: readonly (readonly [value: string, title: string])[];
  /** Label of the empty choice. */
  readonly none?: MessageId;
}

const AgentFilter = lazy(() => import('./search-filter.js').then((part) => ({ default: part.AgentFilter })));
const SearchFilter = lazy(() => import('./search-filter.js').then((part) => ({ default: part.SearchFilter })));

interface FieldProps {
  readonly filter: Filter;
  readonly search: ListSearch;
}

const valueOf = ({ filter, search }: FieldProps): string => search.values[filter.name] ?? '';

export const isFiltered = (filters: readonly Filter[], search: ListSearch): boolean =>
  filters.some((filter) => valueOf({ filter, search }) !== '');

export function FilterBar({ filters, search }: { readonly filters: readonly Filter[]; readonly search: ListSearch }): ReactNode {
  const t = useText();
  const active = filters.filter((filter) => valueOf({ filter, search }) !== '');
  return (
    <>
      <div className="filters" role="search">
        {filters.map((filter) => (
          // Resets the field when the address changes by other means.
          <FilterField
            key={filter.type === 'many' ? filter.name : `${filter.name}=${valueOf({ filter, search })}`}
            {...{ filter, search }}
          />
        ))}
      </div>
      {active.length > 0 && (
        <div className="chips">
          {active.map((filter) => (
            <Chip key={filter.name} {...{ filter, search }} />
          ))}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => search.change(Object.fromEntries(filters.map(({ name }) => [name, ''])))}
          >
            {t('list.clear')}
          </Button>
        </div>
      )}
    </>
  );
}

/** An active filter; a press removes it. */
function Chip({ filter, search }: FieldProps): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const { locale } = useLocale();
  const { name, label, type, choices = [] } = filter;
  const value = valueOf({ filter, search });
  const titles = value.split(',').map((one) => choices.find(([choice]) => choice === one)?.[1].replace(/ \([\d.,]+\)$/, '') ?? one);
  const shown = {
    date: () => (isIsoDate(value) ? day(value) : moment(value)),
    money: () => toTyped(value, locale),
    whole: () => value,
    text: () => value,
    many: () => titles.join(', '),
    search: () => value,
    agent: () => value,
  };
  const text = `${t(label)}: ${choices.length > 0 ? titles.join(', ') : shown[type ?? 'text']()}`;
  return (
    <button type="button" className="chip" title={t('list.removeFilter', { filter: text })} onClick={() => search.change({ [name]: '' })}>
      {text} <span aria-hidden="true">×</span>
    </button>
  );
}

function FilterField({ filter, search }: FieldProps): ReactNode {
  const t = useText();
  const { name, label, type = 'text', offered, choices } = filter;
  const offers = useId();
  const value = valueOf({ filter, search });
  const { locale } = useLocale();
  const kind = type === 'money' || type === 'whole' ? type : null;
  const [initial] = useState(() => {
    if (kind !== null && /^\d+(\.\d+)?$/.test(value)) return toTyped(value, locale);
    // A bar of the overview leads to an instant, which only the chip shows.
    return type === 'date' && !isIsoDate(value) ? '' : value;
  });
  const [typed, setTyped] = useState(initial);
  const take = (chosen: string): void => {
    if (chosen === initial || (kind !== null && !isReadable(chosen, kind))) return;
    const found = kind === null ? chosen.trim() : toWireText(chosen, kind);
    if (type === 'date' && found !== '' && !isIsoDate(found)) return;
    if (found !== value) search.change({ [name]: found });
  };
  if (type === 'agent' || type === 'search') {
    const Found = type === 'agent' ? AgentFilter : SearchFilter;
    return (
      <Suspense>
        <Found {...{ filter, value, take }} />
      </Suspense>
    );
  }
  if (type === 'many') return <ManyField {...{ filter, search }} />;
  if (choices !== undefined) {
    const data = [
      { value: '', label: t(filter.none ?? 'list.all') },
      ...choices.map(([choice, title]) => ({ value: choice, label: title })),
    ];
    return <NativeSelect size="xs" label={t(label)} data={data} value={value} onChange={(event) => take(event.target.value)} />;
  }
  const bound = {
    size: 'xs',
    label: t(label),
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onBlur: () => take(typed),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') take(typed);
    },
  };
  if (kind !== null) return <NumberInput {...bound} kind={kind} />;
  if (type === 'date') return <DateInput {...bound} />;
  const field = <TextInput {...bound} list={offered && offers} />;
  if (offered === undefined) return field;
  return (
    <div>
      {field}
      <datalist id={offers}>
        {offered.map(([offer, title]) => (
          <option key={offer} value={offer}>
            {title}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Choices to tick. */
function ManyField({ filter, search }: FieldProps): ReactNode {
  const t = useText();
  const { name, label, choices = [], none = 'list.all' } = filter;
  const ticked = valueOf({ filter, search }).split(',').filter(Boolean);
  const toggle = (value: string): void =>
    search.change({ [name]: (ticked.includes(value) ? ticked.filter((each) => each !== value) : [...ticked, value]).join(',') });
  return (
    <div>
      <span className="many-label">{t(label)}</span>
      <DropBox label={t(label)} summary={ticked.length === 0 ? t(none) : t('list.ticked', { n: ticked.length })}>
        {choices.map(([value, title]) => (
          <Checkbox key={value} size="xs" label={title} checked={ticked.includes(value)} onChange={() => toggle(value)} />
        ))}
      </DropBox>
    </div>
  );
}
