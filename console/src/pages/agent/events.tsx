import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { DOCS_PATH } from '../../base.js';
import { useInName } from '../../frame/agent.js';
import '../../messages/developer.js';
import '../../messages/hooks.js';
import { useText } from '../../messages/language.js';
import { CodeBlock, Copyable } from '../../parts/copyable.js';
import { EVENT_TITLES, titleOfEvent } from '../../parts/event-titles.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { List, type Column, type Page } from '../../parts/list-page.js';
import { PAGE_ROWS, useListSearch, type ListSearch } from '../../parts/list-search.js';
import { BackToList } from '../../parts/loaded-page.js';
import { Card, PageHead } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';

type Event = Schema<'EventResponse'>;

type Feed = Result<Schema<'EventListResponse'> & { readonly hasMore: boolean }>;

const MOST_OF_A_CALL = 500;

const MOST_CALLS = 10;

/** Reads the feed from a cursor, in at most ten calls (events.4). */
async function readFeed({ types, after }: ListSearch['values'], signal: AbortSignal): Promise<Feed> {
  const events: Event[] = [];
  let cursor = after;
  for (let calls = 1; ; calls += 1) {
    const query = { types, after: cursor, limit: MOST_OF_A_CALL };
    const { body, ...rest } = await call('get', '/events-api/resources/events', { query, signal });
    events.push(...body.events);
    const isEnd = body.next === cursor || (types === undefined && body.events.length < MOST_OF_A_CALL);
    cursor = body.next;
    if (isEnd || calls === MOST_CALLS) return { ...rest, body: { events, next: cursor, hasMore: !isEnd } };
  }
}

/** Returns the numbers and ids of an event's object. */
const subjectOf = ({ data }: Event): string =>
  ['application_no', 'application_id', 'policy_no', 'receipt_no', 'service_request_id', 'document_id']
    .map((name) => data[name])
    .filter((value) => value !== undefined && value !== null)
    .join(' · ');

const hasSubject = ({ data }: Event, wanted: string): boolean => Object.values(data).some((value) => String(value) === wanted);

/** A page of the loaded events, newest first. */
function pageOf({ body, ...rest }: Feed, { subject = '', start = '1' }: ListSearch['values']): Result<Page<Event>> {
  const found = body.events.filter((event) => subject === '' || hasSubject(event, subject)).reverse();
  const from = Number(start);
  return { ...rest, body: { items: found.slice(from - 1, from - 1 + PAGE_ROWS), start: from, limit: PAGE_ROWS, total: found.length } };
}

const instantOf = ({ timestamp }: Event): string => new Date(timestamp).toISOString();

/** The agent's events, as its programs receive them. */
export function EventsPage(): ReactNode {
  const t = useText();
  const { second } = useFormat();
  const search = useListSearch();
  const { types, after } = search.values;
  const feed = useQuery<Feed, Problem>({
    queryKey: ['events', types, after],
    queryFn: ({ signal }) => readFeed(search.values, signal),
    placeholderData: (previous) => previous,
  });
  const later = feed.data?.body.hasMore === true ? feed.data.body.next : null;
  const page = { ...feed, data: feed.data && pageOf(feed.data, search.values) } as UseQueryResult<Result<Page<Event>>, Problem>;
  const columns: readonly Column<Event>[] = [
    { title: 'event.id', text: ({ id }) => id },
    { title: 'column.at', text: (event) => second(instantOf(event)) },
    { title: 'event.type', text: ({ type }) => titleOfEvent(t, type) },
    { title: 'event.subject', text: subjectOf },
    { title: 'column.agent', text: ({ data }) => data.agent_code },
  ];
  return (
    <>
      <PageHead title={t('nav.mine.events')} about={t('events.about')}>
        {later !== null && (
          <Button size="xs" variant="default" onClick={() => search.change({ after: later })}>
            {t('events.later')}
          </Button>
        )}
        {after !== undefined && (
          <Button size="xs" variant="default" onClick={() => search.change({ after: '' })}>
            {t('events.first')}
          </Button>
        )}
      </PageHead>
      <List
        name="nav.mine.events"
        page={page}
        search={search}
        columns={columns}
        filters={[
          { name: 'types', label: 'event.type', choices: Object.entries(EVENT_TITLES).map(([type, title]) => [type, t(title)]) },
          { name: 'subject', label: 'event.subject' },
        ]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/mine/events/${id}`}
        empty="events.empty"
      />
    </>
  );
}

/** An event with the data that programs receive. */
export function EventPage(): ReactNode {
  const t = useText();
  const { second } = useFormat();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const event = useGet('/events-api/resources/events/{id}', { path: { id } });
  return (
    <>
      <PageHead title={t('event.one', { id })} about={event.data && titleOfEvent(t, event.data.body.type)}>
        <BackToList />
      </PageHead>
      <Loaded of={event}>
        {({ body }) => (
          <div className="stack">
            <Card title="event.data">
              <div className="stack">
                <EventFacts event={body} at={second(instantOf(body))} />
                <p>
                  <a href={`${DOCS_PATH}/guides/events#${EVENT_GUIDE_PART}`} target="_blank" rel="noopener">
                    {t('event.guide')}
                  </a>
                </p>
              </div>
            </Card>
            <Card title="event.raw">
              <CodeBlock name={t('event.raw')} text={JSON.stringify(body, null, 2)} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Heading of the guide that lists the fields. */
const EVENT_GUIDE_PART = 'the-feed';
/** Values that are copied to be searched elsewhere. */
const ID = /(^id|_id|_no)$/;

function EventFacts({ event: { id, type, data }, at }: { readonly event: Event; readonly at: string }): ReactNode {
  const facts: readonly (readonly [string, unknown])[] = [['id', id], ['type', type], ['timestamp', at], ...Object.entries(data)];
  return (
    <dl className="facts roomy">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {ID.test(name) && value !== null ? <Copyable value={toFactText(value)} /> : toFactText(value)}
            {name === 'application_id' && <ContractLink id={Number(value)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to the application or policy of an event, which does not tell its line. */
function ContractLink({ id }: { readonly id: number }): ReactNode {
  const { agent } = useInName();
  const row = useGet('/backoffice-api/portfolio', { query: { id, agent: agent ?? undefined } }).data?.body.items[0];
  if (row === undefined) return null;
  return <Link to={`/portfolio/${row.line}/${row.id}`}>{row.policyNo ?? row.applicationNo}</Link>;
}

function toFactText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
