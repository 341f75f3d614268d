import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCodeLists } from '../../forms/code-lists.js';
import { draftsOf, violationAt, textOf, valueAt, type Draft } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText } from '../../messages/language.js';

const GROUPS = ['groupsInsured'] as const;

/** An insured object of a form. */
export interface ObjectProps {
  readonly form: DraftForm;
  readonly at: string;
  readonly object: Draft;
}

interface ExtraCoverChoiceProps extends ObjectProps {
  readonly covers: readonly {
    readonly code: string;
    readonly title: string;
    readonly groups: readonly string[];
    readonly available?: boolean;
    readonly reason?: string;
  }[];
}

/** Choice of extra covers, with the insured groups that they apply to. */
export function ExtraCoverChoice({ form, at, object, covers }: ExtraCoverChoiceProps): ReactNode {
  const t = useText();
  const groups = (useCodeLists(GROUPS)[GROUPS[0]] ?? []) as unknown as readonly { readonly code: string; readonly title: string }[];
  const path = `${at}.extra_covers`;
  const added = draftsOf(valueAt(form.draft, path));
  const insured = draftsOf(object['insured_values']).map((value) => textOf(value['group_cover']));
  const toggle = (cover: string, isAdded: boolean): void =>
    form.set(path, isAdded ? [...added, { cover, group_cover: '' }] : added.filter((one) => one['cover'] !== cover));
  return (
    <fieldset className="stack">
      <legend>{t('quote.extraCovers')}</legend>
      <div className="fields">
        {covers.map(({ code, title, available = true, reason, groups: possible }) => {
          const index = added.findIndex((one) => one['cover'] === code);
          const choices = groups.filter((group) => possible.includes(group.code) && insured.includes(group.code));
          return (
            <div key={code}>
              <Checkbox
                size="xs"
                label={`${code} ${title}`}
                description={reason}
                disabled={!available && index < 0}
                checked={index >= 0}
                error={index < 0 ? undefined : violationAt(form.violations, `${path}[${index}].cover`)}
                onChange={({ target }) => toggle(code, target.checked)}
              />
              {index >= 0 && choices.length > 1 && (
                <NativeSelect
                  size="xs"
                  aria-label={`${t('fire.value.group')}: ${title}`}
                  value={textOf(added[index]!['group_cover'])}
                  onChange={({ target }) => form.set(`${path}[${index}].group_cover`, target.value)}
                  data={[
                    { value: '', label: t('quote.everyGroup') },
                    ...choices.map((group) => ({ value: group.code, label: group.title })),
                  ]}
                />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
