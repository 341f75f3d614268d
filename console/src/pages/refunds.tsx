import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { useText } from '../messages/language.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { List, queryOf, type Column, type Filter } from '../parts/list-page.js';
import { useListSearch } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { RowButton, WriteButton } from '../parts/write-button.js';

type Refund = Schema<'OwedRefundResponse'>;

const REFUND_STATES: Titles = {
  OWED: 'refund.OWED',
  PREPARED: 'refund.PREPARED',
  PAID: 'refund.PAID',
  WITHDRAWN: 'refund.WITHDRAWN',
};

const REFUND_KINDS: Titles = {
  CANCELLATION: 'refund.CANCELLATION',
  SUSPENSE: 'refund.SUSPENSE',
  AGENT: 'refund.AGENT',
  OVERPAYMENT: 'refund.OVERPAYMENT',
};

export function RefundsPage(): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const search = useListSearch();
  const page = useGet('/backoffice-api/refunds', { query: queryOf(search), keepsPrevious: true });
  const { titleOf, choicesOf } = useCodes();
  const [chosen, setChosen] = useState<{ refund: Refund; does: 'account' | 'withdraw' } | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const columns: readonly Column<Refund>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(REFUND_STATES, status) },
    { title: 'column.kind', text: ({ kind }) => titleOf(REFUND_KINDS, kind) },
    { title: 'column.amount', text: ({ amount }) => money(amount), isNumber: true },
    { title: 'column.client', text: ({ clientName, agentCode }) => clientName ?? (agentCode === null ? t('refund.sender') : '') },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.agent', text: ({ agentName }) => agentName ?? '' },
    { title: 'column.account', text: ({ account }) => (account === null ? '' : `${account.iban} ${account.holder}`) },
    { title: 'column.since', text: ({ owedSince }) => moment(owedSince) },
  ];
  const filters: readonly Filter[] = [
    { name: 'status', label: 'column.status', choices: choicesOf(REFUND_STATES) },
    { name: 'kind', label: 'column.kind', choices: choicesOf(REFUND_KINDS) },
    {
      name: 'hasAccount',
      label: 'column.account',
      choices: [
        ['yes', t('answer.yes')],
        ['no', t('answer.no')],
      ],
    },
    { name: 'agentCode', label: 'filter.agent' },
  ];
  return (
    <>
      <PageHead title={t('nav.refunds')}>
        <WriteButton size="xs" onClick={() => setPreparing(true)}>
          {t('batch.prepare')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.refunds"
        page={page}
        search={search}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        actions={(refund) =>
          refund.status === 'OWED' && (
            <span className="tools">
              <RowButton title="refund.account" onClick={() => setChosen({ refund, does: 'account' })} />
              {refund.kind === 'AGENT' && <RowButton title="refund.withdraw" onClick={() => setChosen({ refund, does: 'withdraw' })} />}
            </span>
          )
        }
      />
      {chosen !== null && <RefundDialog refund={chosen.refund} does={chosen.does} close={() => setChosen(null)} />}
      {isPreparing && (
        <FormDialog
          title="batch.prepare"
          says={t('batch.prepare.says')}
          confirm="batch.prepare"
          isDestructive
          fields={[{ name: 'executionDate', label: 'field.executionDate', type: 'date', isOptional: true }]}
          send={(key, { executionDate = '' }) =>
            call('post', '/backoffice-api/payout-batches', { key, body: executionDate === '' ? {} : { executionDate } })
          }
          preview={{
            name: 'payout batch',
            load: async ({ executionDate = '' }, signal) =>
              (
                await call('post', '/backoffice-api/payout-batches/preview', {
                  body: executionDate === '' ? {} : { executionDate },
                  signal,
                })
              ).body,
            show: (shown) => <BatchPreview of={shown} />,
          }}
          close={() => setPreparing(false)}
        />
      )}
    </>
  );
}

interface RefundDialogProps {
  readonly refund: Refund;
  readonly does: 'account' | 'withdraw';
  readonly close: () => void;
}

function RefundDialog({ refund, does, close }: RefundDialogProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const path = { id: refund.id };
  if (does === 'withdraw')
    return (
      <FormDialog
        title="refund.withdraw"
        says={t('refund.withdraw.says', { amount: money(refund.amount) })}
        confirm="refund.withdraw"
        isDestructive
        fields={[]}
        send={(key) => call('post', '/backoffice-api/refunds/{id}/withdrawal', { path, key })}
        close={close}
      />
    );
  return (
    <FormDialog
      title="refund.account"
      says={t('refund.account.says', { amount: money(refund.amount) })}
      confirm="action.save"
      fields={[
        { name: 'iban', label: 'field.iban' },
        { name: 'holder', label: 'field.holder' },
      ]}
      send={(key, { iban = '', holder = '' }) => call('put', '/backoffice-api/refunds/{id}/account', { path, key, body: { iban, holder } })}
      close={close}
    />
  );
}

/** Figures of a batch that is not prepared yet, and what to check before. */
function BatchPreview({ of: { count, amount, warnings } }: { readonly of: Schema<'PayoutBatchPreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <>
      <p>{t('batch.preview', { count, amount: money(amount) })}</p>
      {warnings.map(({ code, message, refundIds }) => (
        <p key={code}>
          <strong>{message}</strong> {refundIds.join(', ')}
        </p>
      ))}
    </>
  );
}
