import { useState, type ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { SearchField } from '../forms/search-field.js';
import { useText, type MessageId } from '../messages/language.js';
import { useDelayed } from './form-dialog.js';

interface SearchFilterProps {
  readonly filter: {
    readonly name: string;
    readonly label: MessageId;
    readonly choices?: readonly (readonly [value: string, title: string])[];
  };
  readonly value: string;
  readonly take: (value: string) => void;
}

/** A filter whose choice is found by typing a part of its title. */
export function SearchFilter({ filter: { name, label, choices = [] }, value, take }: SearchFilterProps): ReactNode {
  const t = useText();
  const listed = choices.map(([code, title]) => ({ value: code, label: title }));
  return <SearchField {...{ name, value }} label={t(label)} size="xs" choices={withValue(listed, value)} change={take} />;
}

/** A filter by agent, found by code or a part of the name (console.172). */
export function AgentFilter({ filter: { name, label }, value, take }: SearchFilterProps): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const q = useDelayed(typed.trim());
  const found = useGet('/backoffice-api/search', { query: { q }, enabled: q !== '', keepsPrevious: true });
  const agents = found.data?.body.agents.map(({ code, name: title }) => ({ value: code, label: `${code} ${title}` })) ?? [];
  return <SearchField {...{ name, value }} label={t(label)} size="xs" choices={withValue(agents, value)} change={take} type={setTyped} />;
}

type Choice = Readonly<Record<'value' | 'label', string>>;

/** Adds the chosen value, which may come from an address. */
function withValue(choices: readonly Choice[], value: string): readonly Choice[] {
  return value === '' || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }];
}
