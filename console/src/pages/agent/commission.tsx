import { useState, type ReactNode } from 'react';
import { download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { saveFile } from '../../parts/csv.js';
import { useAction } from '../../parts/form.js';
import { useFormat } from '../../parts/format.js';
import { Card, PageHead } from '../../parts/page.js';
import { RateTable } from '../../parts/rate-table.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { RowButton } from '../../parts/write-button.js';

type Statement = Schema<'CommissionStatementSummary'>;

const LINES = ['fire', 'motor'] as const;

/** Approved statements of commission and the rates of the agent. */
export function OwnCommissionPage(): ReactNode {
  const t = useText();
  const statements = useGet('/collection-api/commission/statements', { query: { limit: 100 } });
  const [line, setLine] = useState<(typeof LINES)[number]>('fire');
  const rates = useGet('/collection-api/commission/rates', { query: { line } });
  return (
    <>
      <PageHead title={t('nav.mine.commission')} />
      <div className="stack">
        <Loaded of={statements}>{({ body }) => <Statements statements={body} />}</Loaded>
        <Card>
          <h2>{t('nav.commissionRates')}</h2>
          <div className="tools">
            {LINES.map((each) => (
              <RowButton key={each} title={each === 'fire' ? 'commission.fire' : 'commission.motor'} onClick={() => setLine(each)} />
            ))}
          </div>
          <Loaded of={rates}>
            {({ body }) => (
              <RateTable
                rates={body.rates.map(({ agent_code: agentCode, agent_type: agentType, ...rate }) => ({ ...rate, agentCode, agentType }))}
              />
            )}
          </Loaded>
        </Card>
      </div>
    </>
  );
}

function Statements({ statements }: { readonly statements: readonly Statement[] }): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const saving = useAction(async (_key: string, id: number, month: string) => {
    const headers = { Accept: 'application/pdf' };
    saveFile(
      `commission-${month}.pdf`,
      await download('/collection-api/commission/statements/{id}', { path: { id: String(id) }, headers }),
    );
  });
  if (statements.length === 0) return <p className="quiet">{t('commission.none')}</p>;
  return (
    <Card>
      {saving.problem !== null && <ProblemNotice problem={saving.problem} />}
      <div className="table-box" role="region" aria-label={t('nav.mine.commission')} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th>{t('commission.month')}</th>
              <th>{t('column.number')}</th>
              <th>{t('commission.earned')}</th>
              <th>{t('commission.takenBack')}</th>
              <th>{t('commission.tax')}</th>
              <th>{t('commission.due')}</th>
              <th>{t('commission.approvedAt')}</th>
              <th aria-label={t('commission.pdf')} />
            </tr>
          </thead>
          <tbody>
            {statements.map(({ id, month, number, earned, taken_back: takenBack, tax, due, approved_at: at }) => (
              <tr key={id}>
                <td>{month}</td>
                <td>{number}</td>
                <td>{money(earned)}</td>
                <td>{money(takenBack)}</td>
                <td>{money(tax)}</td>
                <td>{money(due)}</td>
                <td>{moment(at)}</td>
                <td>
                  <RowButton title="commission.pdf" onClick={() => void saving.run(id, month)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
