import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import '../../messages/own.js';
import { Ago } from '../../parts/ago.js';
import { useCodes } from '../../parts/codes.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { BackToList, LoadedPage } from '../../parts/loaded-page.js';
import { List, type Column } from '../../parts/list-page.js';
import { useCountedList } from '../../parts/list-search.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { REQUEST_STATES, useRequestCategories } from '../../parts/request-texts.js';

type ServiceRequest = Schema<'ServiceRequestResponse'>;

/** Requests of the agent to the insurer's staff. */
export function OwnRequestsPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const [isNew, setNew] = useState(false);
  const { search, page } = useCountedList<ServiceRequest>('own requests', (query, signal) =>
    call('get', '/service-requests-api/resources/srs', { query, signal }),
  );
  const columns: readonly Column<ServiceRequest>[] = [
    { title: 'column.number', text: ({ serviceRequestId }) => serviceRequestId },
    { title: 'column.status', text: ({ status }) => titleOf(REQUEST_STATES, status) },
    { title: 'column.since', text: ({ createdAt }) => moment(createdAt), show: ({ createdAt }) => <Ago at={createdAt} />, isWhole: true },
    { title: 'column.category', text: ({ categoryTitle }) => categoryTitle },
    { title: 'column.subject', text: ({ subject }) => subject },
    { title: 'request.answer', text: ({ answer }) => answer ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.requests')} about={t('own.requests.about')}>
        <Button size="xs" onClick={() => setNew(true)}>
          {t('own.request.new')}
        </Button>
      </PageHead>
      <List
        name="nav.mine.requests"
        {...{ page, search, columns }}
        filters={[{ name: 'status', label: 'column.status', choices: choicesOf(REQUEST_STATES) }]}
        keyOf={({ serviceRequestId }) => serviceRequestId}
        linkOf={({ serviceRequestId }) => `/mine/requests/${serviceRequestId}`}
        empty="own.requests.none"
      />
      {isNew && <NewRequest close={() => setNew(false)} />}
    </>
  );
}

function NewRequest({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const choices = useRequestCategories();
  return (
    <FormDialog
      title="own.request.new"
      says={t('own.request.new.says')}
      confirm="own.request.send"
      fields={[
        { name: 'category', label: 'column.category', choices: [['', '–'], ...choices] },
        { name: 'subject', label: 'column.subject' },
        { name: 'body', label: 'column.text', type: 'long' },
      ]}
      send={async (key, { category = '', subject = '', body = '' }) =>
        (await call('post', '/service-requests-api/resources/srs', { key, body: { category, subject, body } })).body
      }
      toast={({ serviceRequestId: id }) => ({ text: t('own.request.sent', { id }), to: `/mine/requests/${id}` })}
      close={close}
    />
  );
}

/** A request with its answer. */
export function OwnRequestPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const request = useGet('/service-requests-api/resources/srs/{id}', { path: { id } });
  return <LoadedPage of={request}>{({ body }) => <RequestView request={body} />}</LoadedPage>;
}

function RequestView({ request }: { readonly request: ServiceRequest }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const { titleOf } = useCodes();
  return (
    <>
      <PageHead title={t('request.title', { id: request.serviceRequestId })} about={titleOf(REQUEST_STATES, request.status)}>
        <BackToList />
      </PageHead>
      <div className="stack">
        <Card>
          <Facts
            facts={[
              ['column.category', request.categoryTitle],
              ['column.since', moment(request.createdAt)],
              ['request.answeredAt', moment(request.answeredAt)],
              ['request.closedAt', moment(request.closedAt)],
            ]}
          />
        </Card>
        <Card title="column.text">
          <div className="stack">
            <strong>{request.subject}</strong>
            <p className="pre">{request.body}</p>
          </div>
        </Card>
        {request.answer !== null && (
          <Card title="request.answer">
            <p className="pre">{request.answer}</p>
          </Card>
        )}
      </div>
    </>
  );
}
