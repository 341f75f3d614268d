import type { ReactNode } from 'react';
import { DraftFields } from '../../forms/draft-fields.js';
import { draftsOf, textOf, type Draft, type Spec } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText } from '../../messages/language.js';
import { ExtraCoverChoice } from '../quote/fire-covers.js';
import { MotorCovers } from '../quote/motor-covers.js';
import type { AmendmentForm } from './amendment-desk.js';

const OBJECTS = 'objects_insured';
/** Fields with a choice of their own, which depends on the bundle. */
const CHOSEN: ReadonlySet<string> = new Set(['extra_covers', 'extraCovers', 'swappableCovers']);
const plainOf = (specs: readonly Spec[]): readonly Spec[] => specs.filter(({ name }) => !CHOSEN.has(name));

interface CoverFieldsProps {
  readonly form: DraftForm;
  readonly specs: readonly Spec[];
  readonly found: AmendmentForm;
}

/** Bundle, extra covers and discounts, of each insured object or of the vehicle. */
export function CoverFields({ form, specs, found }: CoverFieldsProps): ReactNode {
  const t = useText();
  const objects = specs.find(({ name }) => name === OBJECTS);
  if (objects === undefined || !('fields' in objects)) return <VehicleCovers form={form} specs={specs} found={found} />;
  return (
    <div className="stack">
      {draftsOf(form.draft[OBJECTS]).map((object, index) => (
        <section key={index} className="stack" aria-label={t('fire.object', { n: index + 1 })}>
          <strong>{t('fire.object', { n: index + 1 })}</strong>
          <ObjectCovers form={form} specs={objects.fields} found={found} at={`${OBJECTS}[${index}]`} object={object} />
        </section>
      ))}
    </div>
  );
}

function VehicleCovers({ form, specs, found }: CoverFieldsProps): ReactNode {
  const bundle = found.bundles.find(({ code }) => code === form.draft['bundleCode']);
  return (
    <div className="stack">
      <DraftFields form={form} fields={plainOf(specs)} />
      {bundle !== undefined && specs.some(({ name }) => CHOSEN.has(name)) && <MotorCovers form={form} {...bundle} />}
    </div>
  );
}

function ObjectCovers({ form, specs, found, at, object }: CoverFieldsProps & { readonly at: string; readonly object: Draft }): ReactNode {
  const bundle = found.bundles.find(({ code }) => code === textOf(object['bundle_code']));
  return (
    <>
      <DraftFields form={form} fields={plainOf(specs)} at={at} />
      {bundle !== undefined && specs.some(({ name }) => CHOSEN.has(name)) && (
        <ExtraCoverChoice form={form} at={at} object={object} covers={bundle.addable} />
      )}
    </>
  );
}
