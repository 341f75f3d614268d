import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import '../messages/tables.js';
import { DropBox } from './drop-box.js';
import { isFiltered, type Filter } from './list-filters.js';
import type { ListSearch } from './list-search.js';
import { hiddenColumns, useListSettings } from './list-settings.js';
import type { Column } from './table.js';

interface ColumnChoiceProps<Row> {
  readonly name: MessageId;
  readonly columns: readonly Column<Row>[];
}

/** Chooses the columns of a list and the height of rows. The first column, which has the link, always stays. */
export function ColumnChoice<Row>({ name, columns }: ColumnChoiceProps<Row>): ReactNode {
  const t = useText();
  const [settings, change] = useListSettings();
  const { hidden, isRoomy } = settings;
  const own = hiddenColumns(settings, name, columns);
  const toggle = (title: MessageId): void =>
    change({ hidden: { ...hidden, [name]: own.includes(title) ? own.filter((one) => one !== title) : [...own, title] } });
  return (
    <DropBox label={t('list.columns')} summary={t('list.columns')}>
      {columns.slice(1).map(({ title }) => (
        <Checkbox key={title} size="xs" label={t(title)} checked={!own.includes(title)} onChange={() => toggle(title)} />
      ))}
      <Checkbox size="xs" label={t('list.roomy')} checked={isRoomy} onChange={() => change({ isRoomy: !isRoomy })} />
    </DropBox>
  );
}

interface SavedViewsProps {
  readonly name: MessageId;
  readonly filters: readonly Filter[];
  readonly search: ListSearch;
}

const MAX_VIEWS = 20;
const MAX_NAME = 40;

/** Names of the parameters that a view keeps. Typed texts may be personal data, which stays in the address. */
const namesOf = (filters: readonly Filter[]): string[] => [
  'sort',
  ...filters.filter(({ type, choices }) => (type ?? 'text') !== 'text' || choices !== undefined).map(({ name }) => name),
];

/** Saved filters of a list, each as a button that sets them, and a field that saves the present ones. */
export function SavedViews({ name, filters, search }: SavedViewsProps): ReactNode {
  const t = useText();
  const [{ views }, change] = useListSettings();
  const [title, setTitle] = useState('');
  const own = views[name] ?? [];
  const names = namesOf(filters);
  const now = Object.fromEntries(names.flatMap((key) => (search.values[key] ? [[key, search.values[key]]] : [])));
  const blank = Object.fromEntries(['sort', ...filters.map((filter) => filter.name)].map((key) => [key, '']));
  const canSave = Object.keys(now).length > 0 && own.length < MAX_VIEWS;
  if (own.length === 0 && !canSave) return null;
  const set = (next: typeof own): void => change({ views: { ...views, [name]: next } });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (title.trim() === '') return;
    set([...own.filter((view) => view.name !== title.trim()), { name: title.trim(), search: now }]);
    setTitle('');
  };
  return (
    <div className="chips">
      {own.map((view) => (
        <span key={view.name} className="copyable">
          <Button
            size="compact-xs"
            variant={JSON.stringify(view.search) === JSON.stringify(now) && isFiltered(filters, search) ? 'filled' : 'default'}
            onClick={() => search.change({ ...blank, ...view.search })}
          >
            {view.name}
          </Button>
          <CloseButton
            size="sm"
            aria-label={t('view.remove', { name: view.name })}
            onClick={() => set(own.filter((one) => one.name !== view.name))}
          />
        </span>
      ))}
      {canSave && (
        <form onSubmit={save} className="tools">
          <TextInput
            size="xs"
            aria-label={t('view.name')}
            placeholder={t('view.name')}
            maxLength={MAX_NAME}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Button type="submit" size="compact-xs" variant="subtle" disabled={title.trim() === ''}>
            {t('view.save')}
          </Button>
        </form>
      )}
    </div>
  );
}
