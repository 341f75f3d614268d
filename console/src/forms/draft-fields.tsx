import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { useLocale, useText } from '../messages/language.js';
import { DateInput } from '../parts/date-field.js';
import { useFormLists } from './code-lists.js';
import {
  blankOf,
  draftsOf,
  violationAt,
  textOf,
  textsOf,
  valueAt,
  within,
  type Codes,
  type Draft,
  type Field,
  type Many,
  type Spec,
} from './draft.js';
import { NumberInput } from '../parts/number-field.js';
import { SearchField } from './search-field.js';
import { isNumberKind } from './typed-number.js';
import type { DraftForm } from './use-draft.js';

interface FieldsProps {
  readonly form: DraftForm;
  readonly fields: readonly Spec[];
  /** Path of the object with these fields; absent for the whole form. */
  readonly at?: string;
}

type Shown = readonly Field[] | Exclude<Spec, Field>;

const isField = (spec: Spec): spec is Field => !['group', 'section', 'many'].includes(spec.kind);

/** Groups consecutive simple fields; a field with nested fields is a group alone. */
function inRuns(fields: readonly Spec[]): Shown[] {
  const runs: (Field[] | Exclude<Spec, Field>)[] = [];
  for (const spec of fields) {
    const last = runs.at(-1);
    if (!isField(spec)) runs.push(spec);
    else if (Array.isArray(last)) last.push(spec);
    else runs.push([spec]);
  }
  return runs;
}

/** Fields of an object: simple ones next to each other, nested ones over the full width. */
export function DraftFields({ form, fields, at = '' }: FieldsProps): ReactNode {
  const owner = valueAt(form.draft, at) as Draft;
  const shown = fields.filter((spec) => spec.when?.(owner, form.draft) !== false && !('isHidden' in spec && spec.isHidden === true));
  return inRuns(shown).map((run) => {
    if (!('kind' in run))
      return (
        <div key={run[0]!.name} className="fields">
          {run.map((spec) => (
            <OneField key={spec.name} form={form} spec={spec} owner={owner} path={within(at, spec.name)} />
          ))}
        </div>
      );
    if (run.kind === 'many') return <Several key={run.name} form={form} spec={run} path={within(at, run.name)} />;
    return <Within key={run.name} form={form} spec={run} at={at} />;
  });
}

interface WithinProps {
  readonly form: DraftForm;
  readonly spec: Exclude<Spec, Field | Many>;
  readonly at: string;
}

/** A section stays closed until it is opened or has a violation. */
function Within({ form, spec, at }: WithinProps): ReactNode {
  const t = useText();
  if (spec.kind === 'group')
    return (
      <fieldset className="stack">
        <legend>{t(spec.label)}</legend>
        <DraftFields form={form} fields={spec.fields} at={within(at, spec.name)} />
      </fieldset>
    );
  const isWrong = spec.fields.some(({ name }) => form.violations.some((violation) => violation.path.startsWith(within(at, name))));
  return (
    <details className="more" open={isWrong || undefined}>
      <summary>{t(spec.label)}</summary>
      <div className="stack">
        <DraftFields form={form} fields={spec.fields} at={at} />
      </div>
    </details>
  );
}

/** Numbered objects of one kind. A new one gets the focus. */
function Several({ form, spec, path }: { readonly form: DraftForm; readonly spec: Many; readonly path: string }): ReactNode {
  const t = useText();
  const items = draftsOf(valueAt(form.draft, path));
  const box = useRef<HTMLFieldSetElement>(null);
  const previous = useRef(items.length);
  useEffect(() => {
    const [before, now] = [previous.current, items.length];
    previous.current = now;
    if (now > before)
      box.current?.querySelectorAll(`:scope > .item`)[now - 1]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    if (now < before) box.current?.querySelector<HTMLElement>(':scope > p > .add')?.focus();
  }, [items.length]);
  const violation = violationAt(form.violations, path);
  return (
    <fieldset className="stack" ref={box}>
      <legend>{t(spec.label)}</legend>
      {items.map((_, index) => {
        const title = t(spec.item, { n: index + 1 });
        const wrong = form.violations.find((one) => one.path === `${path}[${index}]`);
        return (
          <div key={index} className="item stack" role="group" aria-label={title}>
            <div className="item-head">
              <strong>{title}</strong>
              {spec.isFixed !== true && items.length > (spec.min ?? 0) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${t('form.remove')}: ${title}`}
                  onClick={() =>
                    form.set(
                      path,
                      items.filter((__, other) => other !== index),
                    )
                  }
                >
                  {t('form.remove')}
                </Button>
              )}
            </div>
            {wrong !== undefined && <p className="fault">{wrong.message}</p>}
            <DraftFields form={form} fields={spec.fields} at={`${path}[${index}]`} />
          </div>
        );
      })}
      {violation !== undefined && <p className="fault">{violation}</p>}
      {spec.isFixed !== true && items.length < spec.max && (
        <p>
          <Button
            className="add"
            size="xs"
            variant="default"
            onClick={() => form.set(path, [...items, blankOf(spec.whole ?? spec.fields)])}
          >
            {t(spec.add)}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

interface OneProps {
  readonly form: DraftForm;
  readonly spec: Field;
  readonly owner: Draft;
  readonly path: string;
}

function OneField({ form, spec, owner, path }: OneProps): ReactNode {
  const t = useText();
  const value = valueAt(form.draft, path);
  const bound = {
    name: path,
    label: t(spec.label),
    description: spec.hint && t(spec.hint),
    error: violationAt(form.violations, path),
    required: spec.isRequired,
  };
  const change = (next: string): void => {
    form.set(path, next);
    for (const name of spec.resets ?? []) form.set(path.slice(0, path.length - spec.name.length) + name, '');
  };
  const typed = { ...bound, value: textOf(value), onChange: (event: { target: { value: string } }) => change(event.target.value) };
  if (spec.kind === 'ticks') {
    const violation = form.violations.find((one) => one.path === path || one.path.startsWith(`${path}[`))?.message;
    return <Ticks {...{ spec, owner, violation }} given={textsOf(value)} give={(codes) => form.set(path, codes)} />;
  }
  if (spec.kind === 'tick')
    return (
      <Checkbox
        size="xs"
        className="wide"
        {...{ name: path, label: bound.label, description: bound.description }}
        checked={value === '1'}
        onChange={({ target }) => change(target.checked ? '1' : '')}
      />
    );
  if (spec.choices !== undefined) {
    const data = spec.choices.map(([code, title]) => ({ value: code, label: t(title) }));
    return <NativeSelect {...typed} data={spec.initial === undefined ? [NONE, ...data] : data} />;
  }
  if (spec.codes !== undefined && spec.isLong === true)
    return <Found {...bound} {...{ codes: spec.codes, owner, change }} value={textOf(value)} />;
  if (spec.codes !== undefined) return <Chosen {...typed} codes={spec.codes} owner={owner} />;
  if (spec.kind === 'long') return <Textarea {...typed} rows={3} />;
  if (isNumberKind(spec.kind)) return <NumberInput {...typed} kind={spec.kind} />;
  if (spec.kind === 'date') return <DateInput {...typed} />;
  const type = ['email', 'tel'].includes(spec.kind) ? spec.kind : 'text';
  return <TextInput {...typed} type={type} autoComplete="off" />;
}

const NONE = { value: '', label: '–' };

interface ChosenProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly codes: Codes;
  readonly owner: Draft;
  readonly onChange: (event: { target: { value: string } }) => void;
}

function Chosen({ codes, owner, value, ...bound }: ChosenProps): ReactNode {
  const choices = useChoices(codes, owner);
  const isListed = choices.some((choice) => choice.value === value);
  return <NativeSelect {...bound} value={isListed ? value : ''} data={[NONE, ...choices]} />;
}

interface FoundProps extends Omit<ChosenProps, 'onChange'> {
  readonly required?: boolean;
  readonly change: (code: string) => void;
}

function Found({ codes, owner, ...bound }: FoundProps): ReactNode {
  return <SearchField {...bound} choices={useChoices(codes, owner)} />;
}

interface Listed {
  readonly code?: string;
  readonly id?: number;
  readonly title: string;
  readonly titleEn?: string;
  readonly masterTitle?: string;
  readonly masterTitleEn?: string;
  readonly active?: boolean;
}

/** Returns the codes that can be chosen now, in the language of the page. */
function useChoices(codes: Codes, owner: Draft): { value: string; label: string }[] {
  const { language } = useLocale();
  const lists = useFormLists();
  const name = 'list' in codes ? codes.list : 'given' in codes ? codes.given : null;
  const asked = !('path' in codes) ? null : codes.query === undefined ? {} : codes.query(owner);
  const address = 'path' in codes ? codes.path : '/backoffice-api/code-lists';
  const found = useGet(address, { query: asked ?? {}, enabled: asked !== null }).data?.body;
  const of = 'path' in codes ? codes.of : undefined;
  const loaded = of === undefined ? found : (found as { readonly lists: Readonly<Record<string, unknown>> } | undefined)?.lists[of];
  const items = ((name === null ? loaded : lists[name]) ?? []) as readonly Listed[];
  return items
    .filter((item) => item.active !== false && (codes.only?.(item as never, owner) ?? true))
    .map((item) => {
      const [title, group] = language === 'en' ? [item.titleEn ?? item.title, item.masterTitleEn] : [item.title, item.masterTitle];
      return { value: String(item.code ?? item.id), label: group === undefined ? title : `${group}: ${title}` };
    });
}

interface TicksProps {
  readonly spec: Field;
  readonly owner: Draft;
  readonly given: readonly string[];
  readonly give: (codes: readonly string[]) => void;
  readonly violation: string | undefined;
}

function Ticks({ spec, owner, given, give, violation }: TicksProps): ReactNode {
  const t = useText();
  const choices = useChoices(spec.codes!, owner);
  return (
    <fieldset className="wide">
      <legend>{t(spec.label)}</legend>
      <div className="fields">
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            size="xs"
            label={label}
            checked={given.includes(value)}
            onChange={({ target }) => give(target.checked ? [...given, value] : given.filter((code) => code !== value))}
          />
        ))}
      </div>
      {violation !== undefined && <p className="fault">{violation}</p>}
    </fieldset>
  );
}
