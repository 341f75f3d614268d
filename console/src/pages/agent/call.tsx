import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/use-get.js';
import { ENVIRONMENT } from '../../base.js';
import { CallDetails, CallGone } from '../../parts/call-details.js';
import { toCall } from '../../parts/call-list.js';
import { SandboxCall } from '../../parts/sandbox-call.js';
import { LoadedPage } from '../../parts/loaded-page.js';

/** A call of the agent's programs. A read can be repeated in the sandbox. */
export function MyCallPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/auth-api/resources/calls/{request_id}', { path: { request_id: id } });
  if (found.error?.kind === 'absent') return <CallGone />;
  return (
    <LoadedPage of={found}>
      {({ body: call }) => (
        <CallDetails of={toCall(call)} exchange={call.exchange}>
          {call.method === 'GET' && ENVIRONMENT === 'sandbox' && <SandboxCall route={call.route} />}
        </CallDetails>
      )}
    </LoadedPage>
  );
}
