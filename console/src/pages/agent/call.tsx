import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/use-get.js';
import { ENVIRONMENT } from '../../base.js';
import { CallDetails } from '../../parts/call-details.js';
import { toCall } from '../../parts/call-list.js';
import { SandboxCall } from '../../parts/sandbox-call.js';
import { LoadedPage } from '../../parts/loaded-page.js';

/** A call of the agent's programs. A read can be repeated in the sandbox. */
export function MyCallPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useGet('/auth-api/resources/calls', { query: { request_id: id, console: true } });
  return (
    <LoadedPage of={found}>
      {({ body: [call] }) => (
        <CallDetails of={call === undefined ? null : toCall(call)}>
          {call?.method === 'GET' && ENVIRONMENT === 'sandbox' && <SandboxCall route={call.route} />}
        </CallDetails>
      )}
    </LoadedPage>
  );
}
