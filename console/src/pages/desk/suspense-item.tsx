import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { leadsTo } from '../../frame/navigation.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../../parts/codes.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { Resolve } from '../../parts/resolve-suspense.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Table, type Column } from '../../parts/table.js';
import { RowButton, WriteButton } from '../../parts/write-button.js';
import { useWho } from '../../session.js';

type Item = Schema<'SuspenseItemWithCandidatesResponse'>;

const WHY: Titles = { AMOUNT: 'suspense.AMOUNT', NAME: 'suspense.NAME' };

/** A suspense item with suggested matches. */
export function SuspenseItemPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const item = useGet('/backoffice-api/suspense/{id}', { path: { id } });
  return <LoadedPage of={item}>{({ body }) => <ItemView item={body} />}</LoadedPage>;
}

function ItemView({ item }: { readonly item: Item }): ReactNode {
  const t = useText();
  const { money, moment } = useFormat();
  const [chosen, setChosen] = useState<Item | null>(null);
  const isOpen = item.resolution === null;
  return (
    <>
      <PageHead
        title={t('suspense.item', { id: item.id })}
        about={t(isOpen ? (item.creditOf === null ? 'state.open' : 'suspense.credit') : 'state.resolved')}
      >
        {isOpen && (
          <WriteButton size="xs" onClick={() => setChosen(item)}>
            {t('suspense.resolve')}
          </WriteButton>
        )}
      </PageHead>
      <div className="stack">
        <Card>
          <Facts
            facts={[
              ['column.amount', money(item.amount)],
              ['suspense.due.named', money(item.amountDue)],
              ['suspense.received', money(item.receivedAmount)],
              ['column.why', item.reason.message],
              ['column.paymentCode', item.paymentCode ?? NOTHING],
              ['column.reference', item.reference],
              ['column.applicationNo', <ContractLink key="contract" item={item} />],
              ['column.client', item.clientName ?? NOTHING],
              ['column.since', moment(item.createdAt)],
              ['bank.sender', item.sender ?? NOTHING],
              ['bank.senderIban', item.senderIban ?? NOTHING],
              ['bank.remittance', item.remittance ?? NOTHING],
              ['column.resolution', isOpen ? NOTHING : `${item.resolvedBy}, ${moment(item.resolvedAt)}`],
            ]}
          />
        </Card>
        {item.parts.length > 0 && <Parts item={item} />}
        {isOpen && (
          <Candidates
            item={item}
            choose={({ applicationId, applicationNo, policyNo }) => setChosen({ ...item, applicationId, applicationNo, policyNo })}
          />
        )}
      </div>
      {chosen !== null && <Resolve item={chosen} close={() => setChosen(null)} />}
    </>
  );
}

/** A link to the application or policy of the payment code. Accounting does not see applications. */
function ContractLink({ item: { applicationId, applicationNo, policyNo } }: { readonly item: Item }): ReactNode {
  const t = useText();
  const { role } = useWho();
  const text = [policyNo, applicationNo].filter(Boolean).join(' · ') || t('suspense.unknown');
  if (applicationId === null || !leadsTo(role, '/applications')) return text;
  return <Link to={`/applications/${applicationId}`}>{text}</Link>;
}

const RESOLUTIONS: Titles = {
  APPLICATION: 'suspense.used.APPLICATION',
  AGENT: 'suspense.used.AGENT',
  REFUND: 'suspense.used.REFUND',
  REVERSED: 'booking.reversal',
};

/** Other parts of the same money. */
function Parts({ item }: { readonly item: Item }): ReactNode {
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  const t = useText();
  const columns: readonly Column<Item['parts'][number]>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.amount', amount: ({ amount }) => amount },
    {
      title: 'column.status',
      text: ({ resolution, creditOf }) =>
        resolution === null ? t(creditOf === null ? 'state.open' : 'suspense.credit') : titleOf(RESOLUTIONS, resolution),
    },
    {
      title: 'column.resolution',
      text: ({ resolvedBy, resolvedAt }) => (resolvedBy === null ? '' : `${resolvedBy}, ${moment(resolvedAt)}`),
    },
  ];
  return (
    <Card title="suspense.parts" isBare>
      <Table name="suspense.parts" rows={item.parts} columns={columns} keyOf={({ id }) => id} linkOf={({ id }) => `/suspense/${id}`} />
    </Card>
  );
}

function Candidates({
  item,
  choose,
}: {
  readonly item: Item;
  readonly choose: (candidate: Item['candidates'][number]) => void;
}): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  const columns: readonly Column<Item['candidates'][number]>[] = [
    { title: 'column.applicationNo', text: ({ policyNo, applicationNo }) => policyNo ?? applicationNo },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'suspense.due', amount: ({ amountDue }) => amountDue },
    { title: 'column.why', text: ({ why }) => why.map((reason) => titleOf(WHY, reason)).join(', ') },
  ];
  return (
    <Card title="suspense.candidates" isBare>
      <p className="card-body quiet">{t(item.candidates.length === 0 ? 'list.empty' : 'suspense.candidates.about')}</p>
      {item.candidates.length > 0 && (
        <Table
          name="suspense.candidates"
          rows={item.candidates}
          columns={columns}
          keyOf={({ applicationId }) => applicationId}
          linkOf={({ applicationId }) => `/applications/${applicationId}`}
          actions={(candidate) => <RowButton title="suspense.choose" onClick={() => choose(candidate)} />}
        />
      )}
    </Card>
  );
}
