import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useGet } from '../../api/use-get.js';
import type { Problem } from '../../api/problem.js';
import { useText } from '../../messages/language.js';
import '../../messages/templates.js';
import { ChoiceField, PREVIEW } from '../form.js';
import type { DecisionKind, Referred } from './referred.js';
import { fillTemplate, insertTemplate, type InsertedTemplate, type TemplateFacts } from './template-text.js';

const MOST = 100;

interface ChoiceProps {
  readonly decision: Exclude<DecisionKind, 'approve'>;
  readonly referred: Pick<Referred, 'name' | 'etag' | 'loadFacts'>;
  readonly message: string;
  readonly setMessage: (message: string) => void;
}

/** Inserts a template of the decision into its message; nothing without templates that fit the referral. */
export function TemplateChoice({ decision, referred, message, setMessage }: ChoiceProps): ReactNode {
  const t = useText();
  const found = useGet('/backoffice-api/message-templates', { query: { decision, limit: MOST } });
  const facts = useQuery<TemplateFacts, Problem>({
    queryKey: [PREVIEW, 'facts', referred.name, referred.etag],
    queryFn: ({ signal }) => referred.loadFacts(signal),
  });
  const [chosen, setChosen] = useState('');
  const [last, setLast] = useState<InsertedTemplate | null>(null);
  if (found.data === undefined || facts.data === undefined) return null;
  const texts = new Map<string, { readonly title: string; readonly text: string }>();
  for (const { id, title, text } of found.data.body.items) {
    const filled = fillTemplate(text, facts.data);
    if (filled !== null) texts.set(String(id), { title, text: filled });
  }
  if (texts.size === 0) return null;
  const choose = (id: string): void => {
    const inserted = insertTemplate(message, last, texts.get(id)?.text ?? '');
    setChosen(id);
    setLast(inserted);
    setMessage(inserted.message);
  };
  return (
    <ChoiceField
      name="template"
      value={chosen}
      onChange={({ target }) => choose(target.value)}
      label="template.insert"
      hint="template.insert.hint"
      choices={[['', t('template.none')], ...Array.from(texts, ([id, { title }]) => [id, title] as const)]}
    />
  );
}
