import { CallError, PAGE, type Case } from './api.js';
import { create } from './dom.js';
import { formatDay, formatMoney, language, text, type TextId } from './texts.js';

const UNAUTHORIZED = 401;

type Fact = readonly [title: string, value: string | null];

export function buildFacts(facts: readonly Fact[]): HTMLElement {
  const rows = facts.flatMap(([title, value]) => (value === null ? [] : [create('dt', {}, title), create('dd', {}, value)]));
  return create('dl', {}, ...rows);
}

export function buildSection(title: TextId, ...children: readonly (Node | string | null)[]): HTMLElement {
  return create('section', { 'aria-labelledby': `title-${title}` }, create('h2', { id: `title-${title}` }, text(title)), ...children);
}

export function buildSummary(shown: Case): HTMLElement {
  return buildFacts([
    [text('line'), shown.line],
    [text('number'), shown.number],
    [text('period'), `${formatDay(shown.start_date)} – ${formatDay(shown.end_date)}`],
    [text('gross'), shown.gross === null ? null : formatMoney(shown.gross)],
    [text('acceptBy'), shown.accept_by && formatDay(shown.accept_by)],
    [text('withdrawBy'), shown.withdraw_by && formatDay(shown.withdraw_by)],
  ]);
}

export function buildDocuments({ documents }: Case, note: TextId | null = null): HTMLElement {
  if (documents.length === 0) return buildSection('documents', create('p', {}, text('noDocuments')));
  const links = documents.map(({ id, title }) =>
    create(
      'li',
      {},
      create('a', { href: `${PAGE}/documents/${id}?lang=${language}`, target: '_blank', rel: 'noopener' }, `${title} (PDF)`),
    ),
  );
  return buildSection('documents', note && create('p', {}, text(note)), create('ul', {}, ...links));
}

export function buildCovers({ covers, instalments }: Case): HTMLElement {
  const objects = [...new Set(covers.map(({ object }) => object))];
  const cells = objects.flatMap((number) => {
    const rows = covers
      .filter(({ object }) => object === number)
      .map(({ title, sum_insured: sum }) => buildRow(title, sum === null ? '–' : formatMoney(sum)));
    if (objects.length === 1) return rows;
    return [create('tr', {}, create('th', { colspan: '2', class: 'object' }, `${text('object')} ${number}`)), ...rows];
  });
  const paid = instalments.map(({ from, gross }) => buildRow(formatDay(from), formatMoney(gross)));
  return create(
    'div',
    {},
    buildSection('covers', buildTable('cover', 'sum', cells)),
    instalments.length > 1 ? buildSection('instalments', buildTable('from', 'amount', paid)) : null,
  );
}

function buildRow(title: string, value: string): HTMLElement {
  return create('tr', {}, create('th', { scope: 'row' }, title), create('td', {}, value));
}

function buildTable(first: TextId, second: TextId, rows: readonly HTMLElement[]): HTMLElement {
  const head = create('tr', {}, create('th', { scope: 'col' }, text(first)), create('th', { scope: 'col' }, text(second)));
  return create('table', {}, create('thead', {}, head), create('tbody', {}, ...rows));
}

interface FieldOptions {
  readonly attributes?: Readonly<Record<string, string | boolean>>;
  readonly isLong?: boolean;
}

/** Creates a labelled field; `read` returns its trimmed text, null when blank. */
export function buildField(
  name: string,
  label: TextId,
  { attributes = {}, isLong = false }: FieldOptions = {},
): { readonly element: HTMLElement; readonly read: () => string | null } {
  const input = isLong ? create('textarea', { id: name, rows: '3', ...attributes }) : create('input', { id: name, ...attributes });
  return {
    element: create('p', { class: 'field' }, create('label', { for: name }, text(label)), input),
    read: () => input.value.trim() || null,
  };
}

/** Creates a form that sends once at a time, and shows a refusal where a screen reader hears it. */
export function buildForm(
  {
    submit,
    tone = 'main',
    send,
  }: { readonly submit: TextId; readonly tone?: 'main' | 'plain' | 'danger'; readonly send: () => Promise<void> },
  ...children: readonly (Node | string | null)[]
): HTMLFormElement {
  const violation = create('p', { role: 'alert', class: 'fault' });
  const button = create('button', { type: 'submit', class: tone }, text(submit));
  const run = (event: Event): void => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    violation.textContent = '';
    send()
      .catch((error: unknown) => {
        // The second factor has lapsed or the link has ended: the page says which, when it is loaded again.
        if (error instanceof CallError && error.status === UNAUTHORIZED) location.reload();
        violation.textContent = error instanceof Error ? error.message : text('failed');
      })
      .finally(() => (button.disabled = false));
  };
  return create('form', { submit: run, novalidate: true }, ...children, violation, create('p', {}, button));
}
