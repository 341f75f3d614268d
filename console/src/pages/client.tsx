import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import '../messages/clients.js';
import { useText, type MessageId } from '../messages/language.js';
import { useCodes } from '../parts/codes.js';
import { useFormat } from '../parts/format.js';
import { useListSearch } from '../parts/list-search.js';
import { LoadedPage } from '../parts/loaded-page.js';
import { Card, PageHead } from '../parts/page.js';
import { Pager } from '../parts/pager.js';
import { REFUND_KIND_TITLES, REFUND_STATE_TITLES } from '../parts/refund-titles.js';
import { REQUEST_STATES, useRequestCategories } from '../parts/request-texts.js';
import { STATUS_COLUMN, Table, type Column } from '../parts/table.js';
import { useWho } from '../session.js';

type Client = Schema<'ClientResponse'>;

/** A person or company of the register with all contracts, claims, refunds and requests (console.180). */
export function ClientPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { start } = useListSearch().values;
  const client = useGet('/backoffice-api/clients/{id}', { path: { id }, query: { start } });
  return <LoadedPage of={client}>{({ body }) => <ClientView client={body} />}</LoadedPage>;
}

function ClientView({ client }: { readonly client: Client }): ReactNode {
  const t = useText();
  const { role } = useWho();
  const { id, afm, name, records, contracts, claims, refunds, serviceRequests } = client;
  return (
    <>
      <PageHead title={name} about={t('erasure.afm', { afm })} />
      <div className="stack">
        {records !== null && <Contact records={records} />}
        {contracts !== null && <Contracts of={contracts} />}
        {claims !== null && <Claims of={claims} />}
        {refunds !== null && <Refunds of={refunds} />}
        <Requests of={serviceRequests} />
        {role === 'admin' && (
          <Card title="nav.erasure">
            <Link to="/erasure" search={{ party: String(id) }}>
              {t('client.privacy')}
            </Link>
          </Card>
        )}
      </div>
    </>
  );
}

/** Addresses, telephones and e-mail addresses in use, as each agent recorded them. */
function Contact({ records }: { readonly records: NonNullable<Client['records']> }): ReactNode {
  return (
    <Card title="client.contact">
      {records.map(({ agentCode, addresses, contacts }) => (
        <p key={agentCode}>
          {[
            ...addresses.filter(({ inUse }) => inUse).map(({ line1, postCode, city }) => `${line1}, ${postCode} ${city}`),
            ...contacts.filter(({ inUse }) => inUse).map(({ contact }) => contact),
          ].join(' · ')}{' '}
          <span className="quiet small">{agentCode}</span>
        </p>
      ))}
    </Card>
  );
}

type Contract = Schema<'PartyApplicationResponse'>;

function Contracts({ of }: { readonly of: NonNullable<Client['contracts']> }): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const search = useListSearch();
  const { items, total } = of;
  const columns: readonly Column<Contract>[] = [
    { title: 'column.number', text: ({ policyNo, applicationNo }) => policyNo ?? applicationNo },
    STATUS_COLUMN,
    { title: 'column.line', text: ({ line }) => t(line === 'fire' ? 'line.fire' : 'line.motor') },
    { title: 'client.roles', text: ({ roles }) => roles.map(({ title }) => title).join(', ') },
    { title: 'column.client', text: ({ clientName }) => clientName },
    { title: 'column.agent', text: ({ agentCode }) => agentCode },
    { title: 'fact.period', text: ({ startDate, endDate }) => `${day(startDate)} – ${day(endDate)}` },
    { title: 'column.gross', amount: ({ gross }) => gross },
  ];
  return (
    <ListCard title="search.contracts" rows={items} columns={columns} keyOf={({ id }) => id} linkOf={({ id }) => `/applications/${id}`}>
      {total > items.length && <Pager of={of} search={search} />}
    </ListCard>
  );
}

type Claim = Schema<'ClientClaimResponse'>;

function Claims({ of }: { readonly of: NonNullable<Client['claims']> }): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const columns: readonly Column<Claim>[] = [
    { title: 'claim.no', text: ({ claimNo }) => claimNo },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo },
    { title: 'claim.date', text: ({ date }) => day(date) },
    { title: 'claim.atFault', text: ({ atFault }) => t(atFault ? 'answer.yes' : 'answer.no') },
    { title: 'claim.reserved', amount: ({ reserved }) => reserved },
    { title: 'claim.paid', amount: ({ paid }) => paid },
  ];
  return (
    <ListCard
      title="tab.claims"
      rows={of.items}
      total={of.total}
      columns={columns}
      keyOf={({ claimNo }) => claimNo}
      linkOf={({ applicationId }) => `/applications/${applicationId}`}
      linkSearch={() => ({ tab: 'claims' })}
    />
  );
}

type Refund = Schema<'ClientRefundResponse'>;

function Refunds({ of }: { readonly of: NonNullable<Client['refunds']> }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  const columns: readonly Column<Refund>[] = [
    { title: 'column.number', text: ({ id }) => String(id) },
    { title: 'column.status', text: ({ status }) => titleOf(REFUND_STATE_TITLES, status) },
    { title: 'column.kind', text: ({ kind }) => titleOf(REFUND_KIND_TITLES, kind) },
    { title: 'column.amount', amount: ({ amount }) => amount },
    { title: 'column.policyNo', text: ({ policyNo }) => policyNo ?? '' },
    { title: 'column.since', text: ({ owedSince }) => moment(owedSince) },
    {
      title: 'nav.batches',
      text: ({ batchId }) => String(batchId ?? ''),
      show: ({ batchId }) =>
        batchId === null ? undefined : <Link to={`/payout-batches/${batchId}`}>{t('batch.title', { id: batchId })}</Link>,
    },
  ];
  return (
    <ListCard
      title="nav.refunds"
      rows={of.items}
      total={of.total}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={() => '/refunds'}
      linkSearch={({ applicationId }) => ({ applicationId: String(applicationId) })}
    />
  );
}

type ClientRequest = Schema<'ClientRequestResponse'>;

function Requests({ of }: { readonly of: Client['serviceRequests'] }): ReactNode {
  const t = useText();
  const categories = new Map(useRequestCategories());
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  const columns: readonly Column<ClientRequest>[] = [
    { title: 'column.number', text: ({ serviceRequestId }) => serviceRequestId },
    { title: 'column.status', text: ({ status }) => titleOf(REQUEST_STATES, status) },
    { title: 'column.subject', text: ({ subject }) => subject },
    { title: 'column.category', text: ({ category }) => categories.get(category) ?? category },
    { title: 'column.agent', text: ({ agentCode }) => agentCode },
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt) },
  ];
  return (
    <ListCard
      title="nav.requests"
      rows={of.items}
      total={of.total}
      columns={columns}
      keyOf={({ serviceRequestId }) => serviceRequestId}
      linkOf={({ serviceRequestId }) => `/service-requests/${serviceRequestId}`}
    >
      <p className="list-foot quiet small">{t('client.requests.about')}</p>
    </ListCard>
  );
}

interface ListCardProps<Row> {
  readonly title: MessageId;
  readonly rows: readonly Row[];
  /** Number of all rows; absent where the list has pages. */
  readonly total?: number;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly linkOf: (row: Row) => string;
  readonly linkSearch?: (row: Row) => Readonly<Record<string, string>>;
  readonly children?: ReactNode;
}

function ListCard<Row>({ title, rows, total = rows.length, children, ...table }: ListCardProps<Row>): ReactNode {
  const t = useText();
  return (
    <Card title={title} isBare>
      {rows.length === 0 ? <p className="empty">{t('list.empty')}</p> : <Table name={title} rows={rows} {...table} />}
      {total > rows.length && <p className="list-foot">{t('client.latest', { n: rows.length, of: total })}</p>}
      {children}
    </Card>
  );
}
