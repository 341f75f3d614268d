import type { ReactNode } from 'react';
import { call } from '../../api/client.js';
import { useText } from '../../messages/language.js';
import { Decisions } from '../contract/decision.js';
import type { Referred } from '../contract/referred.js';
import type { Amendment } from './amendment-desk.js';

const ROOT = '/backoffice-api/applications/{id}/amendments/{amendmentNo}/decisions';

interface DecisionProps {
  /** Id of the policy. */
  readonly id: number;
  readonly amendment: Amendment;
  readonly etag: string | null;
}

/** The decision of an underwriter on an amendment. */
export function AmendmentDecision({ id, amendment, etag }: DecisionProps): ReactNode {
  const t = useText();
  const { amendmentNo, after, receipts } = amendment;
  const path = { id, amendmentNo };
  const says = { no: amendmentNo };
  const referred: Referred = {
    name: `${id}.${amendmentNo}`,
    title: `${t('tab.amendments')} ${amendmentNo}`,
    toNext: null,
    etag,
    line: null,
    says: {
      approve: t('amendment.approve.says', says),
      approve_with_terms: t('amendment.terms.says', says),
      return: t('amendment.return.says', says),
      request_documents: t('amendment.documents.says', says),
      decline: t('amendment.decline.says', says),
    },
    gross: after?.gross,
    loadCovers: async (signal) => {
      const { price } = (await call('get', '/backoffice-api/applications/{id}', { path: { id }, signal })).body;
      const present = (price?.lines ?? []).map(({ cover, title }) => [cover, title] as const);
      const changed = receipts.flatMap(({ covers }) => covers.map(({ code, title }) => [code, title] as const));
      return new Map([...present, ...changed]);
    },
    loadFacts: async (signal) => {
      const { clientName, plateNo } = (await call('get', '/backoffice-api/applications/{id}', { path: { id }, signal })).body;
      return { client: clientName, number: amendment.policyNo, plate: plateNo };
    },
    send: (body, key) => call('post', ROOT, { path, key, ifMatch: etag, body }),
    handUp: (body, key) => call('post', '/backoffice-api/applications/{id}/hand-up', { path: { id }, key, body: { ...body, amendmentNo } }),
    preview: async (body, signal) => {
      const { body: shown } = await call('post', `${ROOT}/preview`, { path, ifMatch: etag, body, signal });
      return { ...shown, gross: shown.after?.gross };
    },
  };
  return <Decisions actions={amendment.actions} referred={referred} />;
}
