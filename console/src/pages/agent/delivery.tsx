import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import '../../messages/developer.js';
import { useText, type MessageId } from '../../messages/language.js';
import { CodeBlock, Copyable } from '../../parts/copyable.js';
import { DeliveryState, Resend } from '../../parts/deliveries.js';
import { titleOfEvent } from '../../parts/event-titles.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { Card, Facts, PageHead } from '../../parts/page.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Loaded } from '../../parts/states.js';

type Attempt = Schema<'AgentAttemptResponse'>;

/** Reasons of failed attempts (events.12). */
const FAILURES: Readonly<Partial<Record<string, MessageId>>> = {
  status: 'delivery.failure.status',
  timeout: 'delivery.failure.timeout',
  refused_address: 'delivery.failure.refused_address',
  dns: 'delivery.failure.dns',
  connect: 'delivery.failure.connect',
  tls: 'delivery.failure.tls',
  closed: 'delivery.failure.closed',
  not_http: 'delivery.failure.not_http',
};

/** One delivery with its payload and attempts. */
export function DeliveryPage(): ReactNode {
  const t = useText();
  const { second } = useFormat();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const delivery = useGet('/backoffice-api/deliveries/{id}', { path: { id } });
  const [isAgain, setAgain] = useState(false);
  return (
    <LoadedPage of={delivery}>
      {({ body }) => (
        <>
          <PageHead title={t('delivery.number', { id })} about={titleOfEvent(t, body.type)} tag={<DeliveryState status={body.status} />}>
            <Button size="xs" onClick={() => setAgain(true)}>
              {t('delivery.resend')}
            </Button>
          </PageHead>
          <div className="stack">
            <Card>
              <Facts
                isRoomy
                facts={[
                  ['event.id', body.eventId === null ? NOTHING : <EventLink key="event" id={body.eventId} />],
                  [
                    'nav.mine.webhooks',
                    <Link key="webhook" to={`/mine/webhooks/${body.webhookId}`}>
                      {body.webhookId}
                    </Link>,
                  ],
                  ['column.at', second(body.createdAt)],
                  ['delivery.next', second(body.nextAttemptAt)],
                  ['delivery.ended', second(body.endedAt)],
                ]}
              />
            </Card>
            <Card title="delivery.attempts">
              <div className="stack">
                {body.attempts.length === 0 && <p className="quiet">{t('delivery.attempts.none')}</p>}
                <Attempts of={body.attempts} />
                <p className="quiet small">{t('delivery.response.about')}</p>
              </div>
            </Card>
            <Card title="delivery.payload">
              {body.eventId === null ? <p className="quiet">{t('delivery.payload.test')}</p> : <Payload id={body.eventId} />}
            </Card>
          </div>
          {isAgain && <Resend id={body.id} close={() => setAgain(false)} />}
        </>
      )}
    </LoadedPage>
  );
}

function EventLink({ id }: { readonly id: string }): ReactNode {
  return (
    <Copyable value={id}>
      <Link to={`/mine/events/${id}`}>{id}</Link>
    </Copyable>
  );
}

function Attempts({ of: attempts }: { readonly of: readonly Attempt[] }): ReactNode {
  const t = useText();
  const { second, number } = useFormat();
  const toText = ({ status, failure }: Attempt): string => {
    if (failure === null) return t('delivery.ok', { status: status ?? NOTHING });
    const title = FAILURES[failure];
    return title === undefined ? failure : t(title, { status: status ?? NOTHING });
  };
  return (
    <ol className="plain-list">
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          {second(attempt.at)} <span className={`tag ${attempt.failure === null ? 'good' : 'bad'}`}>{toText(attempt)}</span>{' '}
          <span className="quiet small">{t('delivery.ms', { n: number(attempt.durationMs) })}</span>
        </li>
      ))}
    </ol>
  );
}

/** The body that is signed and sent: the event, as the feed has it. */
function Payload({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const event = useGet('/events-api/resources/events/{id}', { path: { id } });
  return <Loaded of={event}>{({ body }) => <CodeBlock name={t('delivery.payload')} text={JSON.stringify(body, null, 2)} />}</Loaded>;
}
