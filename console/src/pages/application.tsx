import { Tabs, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Result } from '../api/client.js';
import { useGet } from '../api/use-get.js';
import { useText, type MessageId } from '../messages/language.js';
import { staffDesk } from '../parts/amendments/amendment-desk.js';
import { AmendmentsView, ChangeButton } from '../parts/amendments/amendments-view.js';
import { ClientLink } from '../parts/client-link.js';
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
import { OtherContracts, ReferralAnswers } from '../parts/contract/referral-answers.js';
import { Terms } from '../parts/contract/terms.js';
import { TimelineView } from '../parts/contract/timeline-view.js';
import { NOTHING, toneOfWait, useFormat } from '../parts/format.js';
import { QueueSteps, useQueue, type Queue } from '../parts/contract/queue.js';
import { StaffReceipts, useMoney, useMoneyFacts } from '../parts/contract/receipts-view.js';
import { useKeys } from '../parts/keys.js';
import { useListSearch } from '../parts/list-search.js';
import { Card, Facts, StatusTag, type Fact } from '../parts/page.js';
import { SecretText } from '../parts/secret.js';
import { LoadedPage } from '../parts/loaded-page.js';
import { useWho } from '../session.js';
import { StaffCustomerView } from '../parts/customer/customer-views.js';

export function ApplicationPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const application = useGet('/backoffice-api/applications/{id}', { path: { id } });
  return <LoadedPage of={application}>{(found) => <ApplicationView key={found.body.id} found={found} />}</LoadedPage>;
}

const TABS = {
  price: 'tab.price',
  questionnaire: 'tab.questionnaire',
  receipts: 'tab.receipts',
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
  const queue = useQueue(application.id);
  useEffect(() => {
    document.title = `${application.applicationNo} · ${t('product')}`;
  }, [application.applicationNo, t]);
  return (
    <>
      <Head application={application} queue={queue} />
      <div className="columns">
        <div className="stack">
          <Messages messages={application.messages} explain={(code) => <ReferralAnswers id={application.id} code={code} />} />
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
              <Tabs.Panel value="receipts">
                <StaffReceipts id={application.id} />
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
          {role === 'underwriter' && <Decision application={application} etag={etag} toNext={queue.toNext} />}
          {role === 'issuing' && application.status === IN_FORCE && (
            <Card title="tab.amendments">
              <ChangeButton desk={desk} />
            </Card>
          )}
          <CancellationFacts application={application} etag={etag} />
          {role === 'issuing' && <Cancellation application={application} etag={etag} />}
          {role === 'issuing' && <Reinstatement application={application} />}
          {role === 'underwriter' && application.actions.includes('approve') && <OtherContracts application={application} />}
          <Assignee application={application} />
          <Approval application={application} />
        </div>
      </div>
    </>
  );
}

function Head({ application, queue }: { readonly application: Application; readonly queue: Queue }): ReactNode {
  const { day, money, age, moment } = useFormat();
  const { titleOf } = useCodes();
  const { id, clientId, clientName, clientAfm, agentName, agentCode, insured, policyNo, paymentCode, waitingSince } = application;
  const isIssued = application.issueDate !== null;
  const paid = useMoneyFacts(useMoney(id, isIssued));
  const facts: readonly Fact[] = [
    ['column.client', <ClientLink key="client" id={clientId} name={`${clientName} (${clientAfm})`} />],
    [
      'column.agent',
      <Link key="agent" to="/applications" search={{ agent: agentCode }}>
        {`${agentName} (${agentCode})`}
      </Link>,
    ],
    ['column.insured', insured ?? NOTHING],
    ['fact.period', `${day(application.startDate)} – ${day(application.endDate)}`],
    ['column.policyNo', policyNo ?? NOTHING],
    ['fact.frequency', titleOf(FREQUENCY_TITLES, String(application.payFrequencyInMonths))],
    ['column.gross', money(application.gross)],
    ...paid,
    ...(paymentCode === null ? [] : ([['column.paymentCode', <SecretText key="code" value={paymentCode.code} />]] as const)),
    ...(waitingSince === null
      ? []
      : ([
          [
            'column.age',
            <span key="age" className={`tag ${toneOfWait(waitingSince)}`} title={moment(waitingSince)}>
              {age(waitingSince)}
            </span>,
          ],
        ] as const)),
    ['fact.created', day(application.createdAt)],
    ['fact.version', application.version],
  ];
  return (
    <>
      <div className="head">
        <div>
          <Title order={1}>
            {application.applicationNo} <StatusTag status={application.status} title={application.statusTitle} />
          </Title>
          <p>{[clientName, application.lineTitle, insured, policyNo].filter(Boolean).join(' · ')}</p>
        </div>
        <QueueSteps queue={queue} />
      </div>
      <div className="stack">
        <Card>
          <Facts facts={facts} />
        </Card>
        <RelatedPolicies application={application} />
      </div>
    </>
  );
}

/** Links to the policy that this one renews, and to its own renewal. */
function RelatedPolicies({ application: { renewalOf, renewedBy } }: { readonly application: Application }): ReactNode {
  const t = useText();
  const links = [
    ['fact.renewalOf', renewalOf],
    ['fact.renewedBy', renewedBy],
  ] as const;
  return (
    <p className="tools">
      {links.map(
        ([title, id]) =>
          id !== null && (
            <Link key={title} to={`/applications/${id}`}>
              {t(title)}
            </Link>
          ),
      )}
    </p>
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
