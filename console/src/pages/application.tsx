import { Button, Tabs, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { Result } from '../api/client.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { staffDesk } from '../parts/amendments/amendment-desk.js';
import { AmendmentsView, ChangeButton } from '../parts/amendments/amendments-view.js';
import { FREQUENCY_TITLES, useCodes } from '../parts/codes.js';
import { ApplicationNotes, Assignee } from '../parts/contract/application-work.js';
import type { Application } from '../parts/contract/application.js';
import { Cancellation, CancellationFacts, Reinstatement } from '../parts/contract/cancellation.js';
import { ClaimsView } from '../parts/contract/claims-view.js';
import { IN_FORCE } from '../parts/contract/contract.js';
import { Decision } from '../parts/contract/decision.js';
import { DeliveriesView } from '../parts/contract/deliveries-view.js';
import { DocumentsView } from '../parts/contract/documents-view.js';
import { Messages } from '../parts/contract/messages.js';
import { PriceView } from '../parts/contract/price-view.js';
import { QuestionnaireView } from '../parts/contract/questionnaire-view.js';
import { Terms } from '../parts/contract/terms.js';
import { TimelineView } from '../parts/contract/timeline-view.js';
import { NOTHING, useFormat } from '../parts/format.js';
import { useKeys } from '../parts/keys.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, Facts, StatusTag } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { useWho } from '../session.js';
import { StaffCustomerView } from '../parts/customer/customer-views.js';

export function ApplicationPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const application = useGet('/backoffice-api/applications/{id}', { path: { id: Number(id) } });
  return <Loaded of={application}>{(found) => <ApplicationView key={found.body.id} found={found} />}</Loaded>;
}

const TABS = {
  price: 'tab.price',
  questionnaire: 'tab.questionnaire',
  timeline: 'tab.timeline',
  documents: 'tab.documents',
  notes: 'tab.notes',
  claims: 'tab.claims',
  customer: 'tab.customer',
  amendments: 'tab.amendments',
} as const satisfies Record<string, MessageId>;

function ApplicationView({ found }: { readonly found: Result<Application> }): ReactNode {
  const t = useText();
  const { role } = useWho();
  const search = useListSearch();
  const { body: application, etag } = found;
  const tab = search.values.tab ?? 'price';
  const counts: Partial<Record<keyof typeof TABS, number>> = { documents: application.documents.length, notes: application.notes.length };
  const show = (name: string | null): void => search.change({ tab: name === 'price' ? '' : (name ?? '') });
  const tabs = Object.entries(TABS).filter(([name]) => name !== 'amendments' || application.issueDate !== null);
  useKeys(Object.fromEntries(tabs.map(([name], index) => [String(index + 1), () => show(name)])));
  const desk = staffDesk(application.id);
  useEffect(() => {
    document.title = `${application.applicationNo} · ${t('product')}`;
  }, [application.applicationNo, t]);
  return (
    <>
      <Head application={application} />
      <div className="columns">
        <div className="stack">
          <Messages messages={application.messages} />
          <div className="card">
            <Tabs value={tab} onChange={show} keepMounted={false}>
              <Tabs.List>
                {tabs.map(([name, title], index) => (
                  <Tabs.Tab key={name} value={name} aria-keyshortcuts={String(index + 1)} rightSection={<kbd>{index + 1}</kbd>}>
                    {t(title)}
                    {(counts[name as keyof typeof TABS] ?? 0) > 0 && ` (${counts[name as keyof typeof TABS]})`}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value="price">
                <PriceView price={application.price} />
              </Tabs.Panel>
              <Tabs.Panel value="questionnaire">
                <QuestionnaireView id={application.id} />
              </Tabs.Panel>
              <Tabs.Panel value="timeline">
                <TimelineView id={application.id} />
              </Tabs.Panel>
              <Tabs.Panel value="documents">
                <DocumentsView application={application} />
                <DeliveriesView id={application.id} />
              </Tabs.Panel>
              <Tabs.Panel value="notes">
                <ApplicationNotes application={application} />
              </Tabs.Panel>
              <Tabs.Panel value="claims">
                <ClaimsView id={application.id} />
              </Tabs.Panel>
              <Tabs.Panel value="customer">
                <StaffCustomerView application={application} etag={etag} />
              </Tabs.Panel>
              <Tabs.Panel value="amendments">
                <AmendmentsView desk={desk} startDate={application.startDate} endDate={application.endDate} />
              </Tabs.Panel>
            </Tabs>
          </div>
        </div>
        <div className="stack sticky">
          {role === 'underwriter' && <Decision application={application} etag={etag} />}
          {role === 'issuing' && application.status === IN_FORCE && (
            <Card title="tab.amendments">
              <ChangeButton desk={desk} />
            </Card>
          )}
          <CancellationFacts application={application} etag={etag} />
          {role === 'issuing' && <Cancellation application={application} etag={etag} />}
          {role === 'issuing' && <Reinstatement application={application} />}
          <Assignee application={application} />
          <Approval application={application} />
        </div>
      </div>
    </>
  );
}

function Head({ application }: { readonly application: Application }): ReactNode {
  const { day, money, age } = useFormat();
  const { titleOf } = useCodes();
  return (
    <>
      <div className="head">
        <div>
          <Title order={1}>
            {application.applicationNo} <StatusTag status={application.status} title={application.statusTitle} />
          </Title>
          <p>
            {application.clientName} · {application.lineTitle}
          </p>
        </div>
        <QueueSteps id={application.id} />
      </div>
      <div className="stack">
        <Card>
          <Facts
            facts={[
              ['column.client', `${application.clientName} (${application.clientAfm})`],
              ['column.agent', `${application.agentName} (${application.agentCode})`],
              ['column.gross', money(application.gross)],
              ['fact.period', `${day(application.startDate)} – ${day(application.endDate)}`],
              ['column.policyNo', application.policyNo ?? NOTHING],
              ['column.plateNo', application.plateNo ?? NOTHING],
              ['fact.frequency', titleOf(FREQUENCY_TITLES, String(application.payFrequencyInMonths))],
              ['column.age', age(application.waitingSince)],
              ['fact.created', day(application.createdAt)],
              ['fact.version', application.version],
            ]}
          />
        </Card>
        <span />
      </div>
    </>
  );
}

const PREVIOUS_KEY = 'p';

const NEXT_KEY = 'n';

const LIST_KEY = 'l';

/** Links to the previous and next item of the queue. Keys: `n` and `p` move, `l` returns to the list. */
function QueueSteps({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { values } = useListSearch();
  const navigate = useNavigate();
  const { queue } = values;
  const query = Object.fromEntries(new URLSearchParams(queue ?? ''));
  const page = useGet('/backoffice-api/applications', {
    query: { ...query, limit: 200 },
    enabled: queue !== undefined,
    keepsPrevious: true,
  });
  // Keeps the position after a decision removes the application from the queue.
  const [place, setPlace] = useState(-1);
  const items = page.data?.body.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  useEffect(() => {
    if (at >= 0) setPlace(at);
  }, [at]);
  const previous = items[(at >= 0 ? at : place) - 1];
  const next = items[at >= 0 ? at + 1 : Math.max(place, 0)];
  const step = (row: { id: number } | undefined): void => {
    if (row !== undefined) void navigate({ to: `/applications/${row.id}`, search: { queue } });
  };
  const back = (): void => void navigate({ to: '/referrals', search: query });
  useKeys(queue === undefined ? {} : { [NEXT_KEY]: () => step(next), [PREVIOUS_KEY]: () => step(previous), [LIST_KEY]: back });
  if (queue === undefined) return null;
  return (
    <div className="tools">
      <Button variant="subtle" size="xs" onClick={back} aria-keyshortcuts={LIST_KEY} rightSection={<kbd>{LIST_KEY}</kbd>}>
        {t('queue.back')}
      </Button>
      {at >= 0 && <span className="quiet">{t('queue.place', { at: at + 1, of: items.length })}</span>}
      <Button
        variant="default"
        size="xs"
        disabled={previous === undefined}
        onClick={() => step(previous)}
        aria-keyshortcuts={PREVIOUS_KEY}
        rightSection={<kbd>{PREVIOUS_KEY}</kbd>}
      >
        {t('queue.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === undefined}
        onClick={() => step(next)}
        aria-keyshortcuts={NEXT_KEY}
        rightSection={<kbd>{NEXT_KEY}</kbd>}
      >
        {t('queue.next')}
      </Button>
    </div>
  );
}

function Approval({ application: { approval } }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  if (approval === null) return null;
  return (
    <Card title="approval">
      <p>{t('approval.by', { name: approval.approvedBy, at: moment(approval.approvedAt) })}</p>
      {approval.terms !== null && <Terms terms={approval.terms} />}
    </Card>
  );
}
