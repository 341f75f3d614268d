import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../api/use-get.js';
import { CallDetails } from '../parts/call-details.js';
import { Loaded } from '../parts/states.js';

/** A call of any program, for administrators. */
export function CallPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/backoffice-api/calls', { query: { requestId: id } });
  return <Loaded of={found}>{({ body }) => <CallDetails of={body.items[0] ?? null} />}</Loaded>;
}
