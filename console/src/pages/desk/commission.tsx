import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call, download } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { saveFile } from '../../parts/csv.js';
import { FormDialog, type FieldSpec } from '../../parts/form-dialog.js';
import { useAction } from '../../parts/form.js';
import { useFormat } from '../../parts/format.js';
import { agentFilter } from '../../parts/line-filters.js';
import { List, type Column, type Filter } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { RateTable } from '../../parts/rate-table.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { RowButton, WriteButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Statement = Schema<'CommissionStatementItem'>;

type Version = Schema<'CommissionVersionResponse'>;

const STATES: Readonly<Record<Statement['status'], MessageId>> = { DRAFT: 'commission.draft', APPROVED: 'commission.approved' };

type Action =
  | { readonly does: 'prepare' }
  | { readonly does: 'approveMonth' }
  | { readonly does: 'approve'; readonly statement: Statement };

/** Monthly statements of commission of all agents. */
export function CommissionPage(): ReactNode {
  const t = useText();
  const list = useList('/backoffice-api/commission-statements');
  const [action, setAction] = useState<Action | null>(null);
  const saving = useAction(async (_key: string, id: number, name: string) => {
    const headers = { Accept: 'application/pdf' };
    saveFile(`commission-${name}.pdf`, await download('/backoffice-api/commission-statements/{id}', { path: { id: String(id) }, headers }));
  });
  const columns: readonly Column<Statement>[] = [
    { title: 'commission.month', text: ({ month }) => month },
    { title: 'column.agent', text: ({ agentName, agentCode }) => `${agentName} (${agentCode})` },
    { title: 'column.status', text: ({ status }) => t(STATES[status]) },
    { title: 'column.number', text: ({ number }) => number ?? '' },
    { title: 'commission.earned', amount: ({ earned }) => earned },
    { title: 'commission.takenBack', amount: ({ takenBack }) => takenBack },
    { title: 'commission.tax', amount: ({ tax }) => tax },
    { title: 'commission.due', amount: ({ due }) => due },
  ];
  const filters: readonly Filter[] = [
    { name: 'month', label: 'commission.month' },
    agentFilter(),
    { name: 'status', label: 'column.status', choices: Object.entries(STATES).map(([name, title]) => [name, t(title)]) },
  ];
  return (
    <>
      <PageHead title={t('nav.commission')}>
        <WriteButton size="xs" variant="default" onClick={() => setAction({ does: 'approveMonth' })}>
          {t('commission.approveMonth')}
        </WriteButton>
        <WriteButton size="xs" onClick={() => setAction({ does: 'prepare' })}>
          {t('commission.prepare')}
        </WriteButton>
      </PageHead>
      {saving.problem !== null && <ProblemNotice problem={saving.problem} />}
      <List
        name="nav.commission"
        {...list}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        actions={(statement) => (
          <span className="tools">
            <RowButton
              title="commission.pdf"
              isRead
              onClick={() => void saving.run(statement.id, `${statement.agentCode}-${statement.month}`)}
            />
            {statement.status === 'DRAFT' && (
              <RowButton title="commission.approve" onClick={() => setAction({ does: 'approve', statement })} />
            )}
          </span>
        )}
      />
      {action !== null && <CommissionDialog action={action} close={() => setAction(null)} />}
    </>
  );
}

function CommissionDialog({ action, close }: { readonly action: Action; readonly close: () => void }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const month: FieldSpec = { name: 'month', label: 'commission.month', hint: 'commission.month.hint' };
  const settlement: FieldSpec = {
    name: 'settlement',
    label: 'commission.settlement',
    initial: 'PAYOUT',
    choices: [
      ['PAYOUT', t('commission.payout')],
      ['OFFSET', t('commission.offset')],
    ],
  };
  const settlementOf = (value: string | undefined): 'PAYOUT' | 'OFFSET' => (value === 'OFFSET' ? 'OFFSET' : 'PAYOUT');
  if (action.does === 'prepare')
    return (
      <FormDialog
        title="commission.prepare"
        says={t('commission.prepare.says')}
        confirm="commission.prepare"
        fields={[month, { name: 'agentCode', label: 'filter.agent', isOptional: true }]}
        send={(key, { month: of = '', agentCode = '' }) =>
          call('post', '/backoffice-api/commission-statements', { key, body: { month: of, ...(agentCode === '' ? {} : { agentCode }) } })
        }
        close={close}
      />
    );
  if (action.does === 'approveMonth')
    return (
      <FormDialog
        title="commission.approveMonth"
        says={t('commission.approveMonth.says')}
        confirm="commission.approveMonth"
        fields={[month, settlement]}
        send={(key, { month: of = '', settlement: how }) =>
          call('post', '/backoffice-api/commission-statements/approval', { key, body: { month: of, settlement: settlementOf(how) } })
        }
        close={close}
      />
    );
  const { id, agentName, due } = action.statement;
  return (
    <FormDialog
      title="commission.approve"
      says={t('commission.approve.says', { name: agentName, amount: money(due) })}
      confirm="commission.approve"
      fields={[settlement]}
      send={(key, { settlement: how }) =>
        call('post', '/backoffice-api/commission-statements/{id}/approval', {
          path: { id: String(id) },
          key,
          body: { settlement: settlementOf(how) },
        })
      }
      close={close}
    />
  );
}

/** Versions of the rates of commission; a new one is loaded as a file's text. */
export function CommissionRatesPage(): ReactNode {
  const t = useText();
  const canLoad = useWho().role === 'admin';
  const { moment, day } = useFormat();
  const list = useList('/backoffice-api/commission-rates');
  const [isLoading, setLoading] = useState(false);
  const [shown, setShown] = useState<Version | null>(null);
  const columns: readonly Column<Version>[] = [
    { title: 'column.line', text: ({ line }) => line },
    { title: 'column.number', text: ({ version }) => String(version) },
    { title: 'commission.validFrom', text: ({ validFrom }) => day(validFrom) },
    { title: 'commission.note', text: ({ note }) => note ?? '' },
    { title: 'fact.created', text: ({ loadedAt, loadedBy }) => `${moment(loadedAt)} ${loadedBy ?? ''}` },
  ];
  return (
    <>
      <PageHead title={t('nav.commissionRates')}>
        {canLoad && (
          <Button size="xs" onClick={() => setLoading(true)}>
            {t('commission.load')}
          </Button>
        )}
      </PageHead>
      <List
        name="nav.commissionRates"
        {...list}
        columns={columns}
        filters={[]}
        keyOf={({ line, version }) => `${line} ${version}`}
        actions={(version) => <RowButton title="commission.show" isRead onClick={() => setShown(version)} />}
      />
      {shown !== null && <Rates line={shown.line} version={shown.version} />}
      {isLoading && (
        <FormDialog
          title="commission.load"
          says={t('commission.load.says')}
          confirm="commission.load"
          fields={[{ name: 'rates', label: 'commission.file', type: 'long' }]}
          send={(key, { rates = '' }) =>
            // The API reports what is wrong with the text.
            call('post', '/backoffice-api/commission-rates', { key, body: JSON.parse(rates) as Schema<'CommissionRatesRequest'> })
          }
          close={() => setLoading(false)}
        />
      )}
    </>
  );
}

function Rates({ line, version }: Pick<Version, 'line' | 'version'>): ReactNode {
  const found = useGet('/backoffice-api/commission-rates/{line}/{version}', { path: { line, version: String(version) } });
  return <Loaded of={found}>{({ body }) => <RateTable rates={body.rates} />}</Loaded>;
}
