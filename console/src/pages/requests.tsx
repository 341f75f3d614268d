import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { Ago } from '../parts/ago.js';
import { useText } from '../messages/language.js';
import { useCodes, type Titles } from '../parts/codes.js';
import { FormDialog } from '../parts/form-dialog.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { agentFilter } from '../parts/line-filters.js';
import { REQUEST_ANSWERS, REQUEST_STATES, useRequestCategories } from '../parts/request-texts.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { Card, Facts, PageHead } from '../parts/page.js';
import { LoadedPage } from '../parts/loaded-page.js';
import { RowButton, WriteButton } from '../parts/write-button.js';

type Message = Schema<'StaffMessageResponse'>;

const WITHDRAWAL = 'WITHDRAWAL';
const OPEN = 'OPEN';
const MESSAGE_KINDS: Titles = {
  PARTY_MISMATCH: 'message.PARTY_MISMATCH',
  SUSPENSE: 'message.SUSPENSE',
  INFECTED_DOCUMENT: 'message.INFECTED_DOCUMENT',
  LETTER: 'message.LETTER',
  RENEWAL: 'message.RENEWAL',
  [WITHDRAWAL]: 'message.WITHDRAWAL',
};

/** Messages of the program to issuing. */
export function MessagesPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/messages', { defaults: { state: 'open' } });
  const [chosen, setChosen] = useState<Message | null>(null);
  const columns: readonly Column<Message>[] = [
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt), show: ({ createdAt }) => <Ago at={createdAt} />, isWhole: true },
    { title: 'column.kind', text: ({ kind }) => titleOf(MESSAGE_KINDS, kind) },
    { title: 'column.text', text: ({ text }) => text },
    { title: 'column.resolution', text: ({ resolvedAt }) => moment(resolvedAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.messages')} />
      <List
        name="nav.messages"
        {...list}
        columns={columns}
        filters={[
          { name: 'state', label: 'column.status', none: 'state.open', choices: [['resolved', t('state.resolved')]] },
          { name: 'kind', label: 'column.kind', choices: choicesOf(MESSAGE_KINDS) },
        ]}
        keyOf={({ id }) => id}
        actions={(row) => <MessageAction message={row} resolve={() => setChosen(row)} />}
      />
      {chosen !== null && (
        <FormDialog
          title="message.resolve"
          says={chosen.text}
          confirm="message.resolve"
          fields={[]}
          send={(key) => call('post', '/backoffice-api/messages/{id}/resolution', { path: { id: chosen.id }, key })}
          close={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** A message about money or a withdrawal leads to it, and ends with it. */
function MessageAction({ message, resolve }: { readonly message: Message; readonly resolve: () => void }): ReactNode {
  const t = useText();
  const { kind, suspenseId, resolvedAt } = message;
  if (suspenseId !== null) return <Link to={`/suspense/${suspenseId}`}>{t('message.money')}</Link>;
  if (resolvedAt !== null) return null;
  if (kind !== WITHDRAWAL) return <RowButton title="message.resolve" onClick={resolve} />;
  return (
    <Link to="/withdrawals" search={{ state: OPEN }}>
      {t('message.withdrawal')}
    </Link>
  );
}

type ServiceRequest = Schema<'StaffServiceRequestResponse'>;

const CLOSED = 'CLOSED';
const LONGEST_SHOWN = 120;

/** Shortens a text that its own page shows in full. */
const beginningOf = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

export function ServiceRequestsPage(): ReactNode {
  const t = useText();
  const categories = useRequestCategories();
  const { moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/service-requests');
  const columns: readonly Column<ServiceRequest>[] = [
    { title: 'column.number', text: ({ serviceRequestId }) => serviceRequestId },
    { title: 'column.status', text: ({ status }) => titleOf(REQUEST_STATES, status) },
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt), show: ({ createdAt }) => <Ago at={createdAt} />, isWhole: true },
    { title: 'column.subject', text: ({ subject }) => subject },
    { title: 'column.text', text: ({ body }) => body, show: ({ body }) => beginningOf(body) },
    { title: 'request.answer', text: ({ answer }) => answer ?? '', show: ({ answer }) => beginningOf(answer ?? '') },
    { title: 'column.agent', text: ({ agentCode, userName }) => `${agentCode} ${userName}` },
    { title: 'column.category', text: ({ category }) => new Map(categories).get(category) ?? category },
  ];
  return (
    <>
      <PageHead title={t('nav.requests')} />
      <List
        name="nav.requests"
        {...list}
        columns={columns}
        filters={[
          { name: 'status', label: 'column.status', choices: choicesOf(REQUEST_STATES) },
          { name: 'category', label: 'column.category', choices: categories },
          agentFilter(),
        ]}
        keyOf={({ serviceRequestId }) => serviceRequestId}
        linkOf={({ serviceRequestId }) => `/service-requests/${serviceRequestId}`}
      />
    </>
  );
}

/** A service request with its answers. */
export function ServiceRequestPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const request = useGet('/backoffice-api/service-requests/{id}', { path: { id } });
  return <LoadedPage of={request}>{(found) => <RequestView found={found} />}</LoadedPage>;
}

function RequestView({ found }: { readonly found: Result<ServiceRequest> }): ReactNode {
  const t = useText();
  const categories = new Map(useRequestCategories());
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  const request = found.body;
  /** The request as the dialog opened it, so that another person's answer is not overwritten. */
  const [answered, setAnswered] = useState<Result<ServiceRequest> | null>(null);
  const { userName, agentCode, answeredAt, closedAt } = request;
  return (
    <>
      <PageHead title={t('request.title', { id: request.serviceRequestId })} about={titleOf(REQUEST_STATES, request.status)}>
        <Link to="/service-requests">{t('queue.back')}</Link>
        {request.status !== CLOSED && (
          <WriteButton size="xs" onClick={() => setAnswered(found)}>
            {t('request.do')}
          </WriteButton>
        )}
      </PageHead>
      <div className="stack">
        <Card>
          <Facts
            facts={[
              ['column.agent', `${agentCode} ${userName}`],
              ['column.category', categories.get(request.category) ?? request.category],
              ['column.since', moment(request.createdAt)],
              ['request.answeredAt', moment(answeredAt)],
              ['request.closedAt', moment(closedAt)],
            ]}
          />
        </Card>
        <Card title="column.text">
          <p>
            <strong>{request.subject}</strong>
          </p>
          <p className="pre">{request.body}</p>
        </Card>
        <Card title="request.answer">
          <p className="pre">{request.answer ?? NOTHING}</p>
        </Card>
      </div>
      {answered !== null && <Answer found={answered} close={() => setAnswered(null)} />}
    </>
  );
}

interface AnswerProps {
  readonly found: Result<ServiceRequest>;
  readonly close: () => void;
}

function Answer({ found: { body: request, etag }, close }: AnswerProps): ReactNode {
  const { choicesOf } = useCodes();
  return (
    <FormDialog
      title="request.do"
      says={request.subject}
      confirm="request.do"
      fields={[
        { name: 'answer', label: 'request.answer', type: 'long', initial: request.answer ?? '' },
        { name: 'status', label: 'column.status', initial: 'ANSWERED', choices: choicesOf(REQUEST_ANSWERS) },
      ]}
      send={(key, { answer = '', status }) =>
        call('patch', '/backoffice-api/service-requests/{id}', {
          path: { id: request.serviceRequestId },
          key,
          ifMatch: etag,
          body: { answer, status: status === CLOSED ? CLOSED : 'ANSWERED' },
        })
      }
      close={close}
    />
  );
}
