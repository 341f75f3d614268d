import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { CallDetails, CallGone } from '../parts/call-details.js';
import { LoadedPage } from '../parts/loaded-page.js';

/** A call of any program, for administrators. */
export function CallPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/backoffice-api/calls/{requestId}', { path: { requestId: id } });
  if (found.error?.kind === 'absent') return <CallGone />;
  return <LoadedPage of={found}>{({ body }) => <CallDetails of={body} exchange={body.exchange} />}</LoadedPage>;
}
