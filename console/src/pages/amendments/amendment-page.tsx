import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, download, type Result } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { NotFound } from '../../frame/failure.js';
import { useLocale, useText } from '../../messages/language.js';
import { AmendmentActions } from '../../parts/amendments/amendment-actions.js';
import { AmendmentDecision } from '../../parts/amendments/amendment-decision.js';
import { agentDesk, getAmendment, staffDesk, type Amendment, type AmendmentDesk } from '../../parts/amendments/amendment-desk.js';
import { ChangedFields, Conflicts, Difference } from '../../parts/amendments/difference.js';
import { isLine } from '../../parts/contract/contract.js';
import { Messages } from '../../parts/contract/messages.js';
import { FileViewer } from '../../parts/file-viewer.js';
import { NOTHING, useFormat } from '../../parts/format.js';
import { Card, Facts, PageHead, StatusTag } from '../../parts/page.js';
import { LoadedPage } from '../../parts/loaded-page.js';

/** An amendment of a policy of the agent. */
export function AgentAmendmentPage(): ReactNode {
  const { line = '', id = '', no = '' }: { line?: string; id?: string; no?: string } = useParams({ strict: false });
  return isLine(line) ? <AmendmentOf desk={agentDesk(line, Number(id))} no={Number(no)} /> : <NotFound />;
}

/** An amendment of any policy, for staff. */
export function StaffAmendmentPage(): ReactNode {
  const { id = '', no = '' }: { id?: string; no?: string } = useParams({ strict: false });
  return <AmendmentOf desk={staffDesk(Number(id))} no={Number(no)} />;
}

/** An act is printed shortly after the issue, so the page looks for it again some times. */
const PRINTED_AFTER_MS = 1_500;
const MOST_LOOKS = 20;
const ACT = 'act';

function isPrinting(amendment: Amendment | undefined): boolean {
  return amendment !== undefined && amendment.issuedAt !== null && !amendment.links.some(({ rel }) => rel === ACT);
}

/** Reading an agent's list of documents prints what is missing (ADR-9). */
async function getPrinted(desk: AmendmentDesk, no: number, signal: AbortSignal): Promise<Result<Amendment>> {
  const found = await getAmendment(desk, no, signal);
  if (desk.name === 'staff' || !isPrinting(found.body)) return found;
  await call('get', '/docs-api/policy/applications/{id}/documents', { path: { id: desk.id }, signal });
  return getAmendment(desk, no, signal);
}

function AmendmentOf({ desk, no }: { readonly desk: AmendmentDesk; readonly no: number }): ReactNode {
  const { language } = useLocale();
  const found = useQuery<Result<Amendment>, Problem>({
    queryKey: ['amendment', desk.name, desk.id, no, language],
    queryFn: ({ signal }) => getPrinted(desk, no, signal),
    refetchInterval: ({ state }) => isPrinting(state.data?.body) && state.dataUpdateCount < MOST_LOOKS && PRINTED_AFTER_MS,
  });
  return <LoadedPage of={found}>{({ body, etag }) => <AmendmentView key={no} {...{ desk, etag }} amendment={body} />}</LoadedPage>;
}

interface ViewProps {
  readonly desk: AmendmentDesk;
  readonly amendment: Amendment;
  readonly etag: string | null;
}

const TAB: Readonly<Record<string, string>> = { tab: 'amendments' };

function AmendmentView({ desk, amendment, etag }: ViewProps): ReactNode {
  const t = useText();
  const { day, moment } = useFormat();
  const { amendmentNo: no, policyNo, messages, conflicts, paymentCode } = amendment;
  return (
    <>
      <PageHead
        title={t('amendment.title', { no, policyNo })}
        about={amendment.kindTitle}
        tag={<StatusTag status={amendment.status} title={amendment.statusTitle} />}
      >
        <Button component={Link} to={desk.home} search={TAB as never} size="xs" variant="default">
          {t('amendment.toPolicy')}
        </Button>
      </PageHead>
      <div className="columns">
        <div className="stack">
          <Card>
            <Facts
              facts={[
                ['amendment.effectiveDate', day(amendment.effectiveDate)],
                ['amendment.reason', amendment.reason],
                ['amendment.receivedOn', day(amendment.receivedOn)],
                ['fact.created', moment(amendment.createdAt)],
                ['amendment.issuedAt', moment(amendment.issuedAt)],
                ...(amendment.reversedAt === null ? [] : [['amendment.reversedAt', moment(amendment.reversedAt)] as const]),
                ...(amendment.reinstates === null ? [] : [['amendment.reinstates', amendment.reinstates] as const]),
                ['payment-code', paymentCode ?? NOTHING],
              ]}
            />
          </Card>
          <Messages messages={messages} />
          <Conflicts conflicts={conflicts} />
          <Card title="amendment.changes" isBare>
            <ChangedFields changes={amendment.changes} />
          </Card>
          <Act desk={desk} amendment={amendment} />
        </div>
        <div className="stack sticky">
          {desk.name === 'staff' && <AmendmentDecision id={desk.id} amendment={amendment} etag={etag} />}
          <AmendmentActions desk={desk} amendment={amendment} etag={etag} />
          <Card title="amendment.difference">
            <Difference amendment={amendment} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** The printed act of an issued amendment. */
function Act({ desk, amendment }: Omit<ViewProps, 'etag'>): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const document = amendment.links
    .find(({ rel }) => rel === ACT)
    ?.href.split('/')
    .at(-1);
  if (amendment.issuedAt === null) return null;
  const { id } = desk;
  return (
    <Card title="amendment.act">
      <div className="stack">
        {document === undefined && <p className="quiet">{t('amendment.act.later')}</p>}
        {document !== undefined && (
          <div>
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'amendment.act.close' : 'amendment.act.open')}
            </Button>
          </div>
        )}
        {isOpen && document !== undefined && (
          <FileViewer
            id={`amendment ${id} ${document}`}
            name={`${amendment.policyNo}-${amendment.amendmentNo}.pdf`}
            mimeType="application/pdf"
            load={(signal) =>
              desk.name === 'staff'
                ? download('/backoffice-api/applications/{id}/documents/{documentId}', { path: { id, documentId: document }, signal })
                : download('/docs-api/policy/applications/{id}/documents/{document_id}', { path: { id, document_id: document }, signal })
            }
          />
        )}
      </div>
    </Card>
  );
}
