import { Button, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { call, download, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { useGet } from '../../api/use-get.js';
import { NotFound } from '../../frame/failure.js';
import { useLocale, useText, type MessageId } from '../../messages/language.js';
import { agentDesk } from '../../parts/amendments/amendment-desk.js';
import { AmendmentsView, ChangeButton } from '../../parts/amendments/amendments-view.js';
import { FREQUENCY_TITLES, useCodes } from '../../parts/codes.js';
import { AgentDocuments, RequestedDocuments } from '../../parts/contract/agent-documents.js';
import { Acting } from '../../parts/contract/acting.js';
import { ContractActions } from '../../parts/contract/contract-actions.js';
import { IN_FORCE, contractOfFire, contractOfMotor, isLine, type Contract, type Price } from '../../parts/contract/contract.js';
import { Messages } from '../../parts/contract/messages.js';
import { AgentTimelineView } from '../../parts/contract/timeline-view.js';
import { AgentReceipts, useAgentMoney, useMoneyFacts } from '../../parts/contract/receipts-view.js';
import { saveFile } from '../../parts/csv.js';
import { useAction } from '../../parts/form.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { useListSearch } from '../../parts/list-search.js';
import { Card, Facts, StatusTag } from '../../parts/page.js';
import { SecretText } from '../../parts/secret.js';
import { LoadedPage } from '../../parts/loaded-page.js';
import { Loaded, ProblemNotice } from '../../parts/states.js';
import { AgentCustomerView } from '../../parts/customer/customer-views.js';

/** One application or policy of the agent, of either line. */
export function ContractPage(): ReactNode {
  const { line = '', id = '' }: { line?: string; id?: string } = useParams({ strict: false });
  const { language } = useLocale();
  const found = useQuery<Result<Contract>, Problem>({
    queryKey: ['contract', line, id, language],
    queryFn: ({ signal }) => (line === 'motor' ? getMotor(id, signal) : getFire(id, signal)),
    enabled: isLine(line),
  });
  if (!isLine(line)) return <NotFound />;
  return <LoadedPage of={found}>{({ body, etag }) => <ContractView key={`${line} ${id}`} contract={body} etag={etag} />}</LoadedPage>;
}

async function getFire(id: string, signal: AbortSignal): Promise<Result<Contract>> {
  const { body, ...rest } = await call('get', '/fire-api/rsc/applications/{id}', { path: { id }, signal });
  return { ...rest, body: contractOfFire(body) };
}

async function getMotor(id: string, signal: AbortSignal): Promise<Result<Contract>> {
  const { body, ...rest } = await call('get', '/mtr-api/resources/applications/{application}', { path: { application: id }, signal });
  return { ...rest, body: contractOfMotor(body) };
}

const TABS = {
  price: 'tab.price',
  documents: 'tab.documents',
  customer: 'tab.customer',
  receipts: 'tab.receipts',
  amendments: 'tab.amendments',
  timeline: 'tab.timeline',
} as const satisfies Record<string, MessageId>;

function ContractView({ contract, etag }: { readonly contract: Contract; readonly etag: string | null }): ReactNode {
  const t = useText();
  const { values, change } = useListSearch();
  const title = contract.policyNo ?? contract.number;
  const desk = agentDesk(contract.line, contract.id);
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <>
      <div className="head">
        <div>
          <Title order={1}>
            {title} <StatusTag status={contract.status} title={contract.statusTitle} />
          </Title>
          <p>
            {contract.client} · {contract.subject}
          </p>
        </div>
        {contract.status === IN_FORCE && (
          <div className="tools">
            <ChangeButton desk={desk} />
          </div>
        )}
      </div>
      <div className="columns">
        <div className="stack">
          <ContractFacts contract={contract} />
          <RequestedDocuments contract={contract} />
          <Messages messages={[...contract.messages]} />
          <div className="card">
            <Tabs value={values.tab ?? 'price'} onChange={(tab) => change({ tab: tab ?? '' })} keepMounted={false}>
              <Tabs.List>
                {Object.entries(TABS)
                  .filter(([name]) => name !== 'amendments' || contract.isPolicy)
                  .map(([name, tab]) => (
                    <Tabs.Tab key={name} value={name}>
                      {t(tab)}
                    </Tabs.Tab>
                  ))}
              </Tabs.List>
              <Tabs.Panel value="price">
                <PriceTable price={contract.price} />
              </Tabs.Panel>
              <Tabs.Panel value="documents">
                <AgentDocuments contract={contract} />
              </Tabs.Panel>
              <Tabs.Panel value="customer">
                <AgentCustomerView contract={contract} />
              </Tabs.Panel>
              <Tabs.Panel value="receipts">
                <AgentReceipts id={contract.id} />
              </Tabs.Panel>
              <Tabs.Panel value="timeline">
                <AgentTimelineView id={contract.id} />
              </Tabs.Panel>
              <Tabs.Panel value="amendments">
                <AmendmentsView desk={desk} startDate={contract.startDate} endDate={contract.endDate} />
              </Tabs.Panel>
            </Tabs>
          </div>
        </div>
        <div className="stack sticky">
          <ContractActions contract={contract} etag={etag} />
          {contract.relations.has('notification') && <PaymentCode id={contract.id} />}
          <Acting id={contract.id} />
        </div>
      </div>
    </>
  );
}

function ContractFacts({ contract }: { readonly contract: Contract }): ReactNode {
  const t = useText();
  const { day, money } = useFormat();
  const { titleOf } = useCodes();
  const bundle = useBundle(contract);
  const paid = useMoneyFacts(useAgentMoney(contract.id, contract.isPolicy));
  return (
    <Card>
      <Facts
        facts={[
          ['column.applicationNo', contract.number],
          ['column.policyNo', contract.policyNo ?? NOTHING],
          ['column.line', t(contract.line === 'fire' ? 'line.fire' : 'line.motor')],
          [
            'column.client',
            <Link key="client" to="/portfolio" search={{ afm: contract.clientAfm }}>
              {`${contract.client} (${contract.clientAfm})`}
            </Link>,
          ],
          ['contract.subject', contract.subject === '' ? NOTHING : contract.subject],
          ['contract.bundle', bundle],
          ['fact.period', `${day(contract.startDate)} – ${day(contract.endDate)}`],
          ['fact.frequency', titleOf(FREQUENCY_TITLES, String(contract.frequency ?? NOTHING))],
          ['column.gross', money(contract.price?.gross)],
          ...paid,
          ['column.agent', contract.agentCode],
        ]}
      />
    </Card>
  );
}

/** Code and title of the bundle. A fire application has only the code, which may be another one for each object. */
function useBundle({ line, bundle }: Contract): string {
  const isFire = line === 'fire';
  const bundles = useGet('/fire-api/parameters/bundles', { enabled: isFire }).data?.body ?? [];
  if (bundle === '') return NOTHING;
  return isFire
    ? bundle
        .split(' ')
        .map((code) => [code, bundles.find((one) => one.code === code)?.title].filter(Boolean).join(' '))
        .join(', ')
    : bundle;
}

function PriceTable({ price }: { readonly price: Price | null }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  if (price === null) return <p className="empty">{t('price.none')}</p>;
  return (
    <div className="card-body stack">
      <dl className="sum-rows">
        {price.lines.map(({ title, sumInsured, net }, index) => [
          <dt key={`${index} name`}>
            {title} {sumInsured !== null && <span className="quiet small">{money(sumInsured)}</span>}
          </dt>,
          <dd key={`${index} sum`}>{money(net)}</dd>,
        ])}
        {(
          [
            ['price.net', price.net],
            ['price.fee', price.fee],
            ['contract.tax', price.tax],
            ['contract.levies', price.levies],
          ] as const
        ).map(([name, sum]) => [<dt key={`${name} name`}>{t(name)}</dt>, <dd key={`${name} sum`}>{money(sum)}</dd>])}
        <dt className="total">{t('price.gross')}</dt>
        <dd className="total">{money(price.gross)}</dd>
      </dl>
      {price.instalments.length > 1 && (
        <dl className="sum-rows">
          {price.instalments.map(({ no, from, to, gross }) => [
            <dt key={`${no} name`}>
              {t('price.instalment')} {no}{' '}
              <span className="quiet small">
                {day(from)} – {day(to)}
              </span>
            </dt>,
            <dd key={`${no} sum`}>{money(gross)}</dd>,
          ])}
        </dl>
      )}
    </div>
  );
}

function PaymentCode({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const code = useGet('/collection-api/applications/{id}/payment_code', { path: { id } });
  const save = useAction(async () => {
    const pdf = await download('/collection-api/applications/{id}/payment_code', { path: { id }, headers: { Accept: 'application/pdf' } });
    saveFile(`${id}.pdf`, pdf);
  });
  return (
    <Card title="payment-code">
      <Loaded of={code} lines={2}>
        {({ body }) => (
          <div className="stack">
            <SecretText value={body.payment_code} />
            <p>{t('payment-code.due', { amount: money(body.amount), date: day(body.due_date) })}</p>
            <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
              {t('payment-code.save')}
            </Button>
            {save.problem !== null && <ProblemNotice problem={save.problem} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
