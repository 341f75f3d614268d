import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../format.js';

/** Terms of an approval, or of a decision. */
export function Terms({ terms }: { readonly terms: Schema<'StaffTermsResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const { loadingPercent, excludedCovers, deductible, note } = terms;
  return (
    <ul className="quiet">
      {loadingPercent !== undefined && <li>{t('terms.loading.is', { n: loadingPercent })}</li>}
      {excludedCovers !== undefined && <li>{t('terms.excluded.are', { covers: excludedCovers.join(', ') })}</li>}
      {deductible !== undefined && <li>{t('terms.deductible.is', { sum: money(deductible) })}</li>}
      {note !== undefined && <li className="pre">{note}</li>}
    </ul>
  );
}
