import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';
import { useFormat } from './format.js';

interface ShownRate {
  readonly agentCode?: string | null;
  readonly agentType?: string | null;
  readonly bundle?: string | null;
  readonly cover?: string | null;
  readonly kind?: string | null;
  readonly percent: number;
}

export function RateTable({ rates }: { readonly rates: readonly ShownRate[] }): ReactNode {
  const t = useText();
  const { number } = useFormat();
  return (
    <div className="table-box" role="region" aria-label={t('nav.commissionRates')} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('column.agent')}</th>
            <th>{t('commission.bundle')}</th>
            <th>{t('commission.cover')}</th>
            <th>{t('column.kind')}</th>
            <th>{t('commission.percent')}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={JSON.stringify(rate)}>
              <td>{rate.agentCode ?? rate.agentType}</td>
              <td>{rate.bundle ?? t('commission.any')}</td>
              <td>{rate.cover ?? t('commission.any')}</td>
              <td>{rate.kind ?? t('commission.any')}</td>
              <td>{number(rate.percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
