import type { ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useText } from '../messages/language.js';
import '../messages/own.js';
import { FormDialog } from './form-dialog.js';

interface RequestedKeyProps {
  readonly apiKey: Schema<'ApiKeyResponse'>;
  readonly close: () => void;
}

/** Grants the production that a key's sign-up requested. */
export function GrantDialog({ apiKey: { id, environments, programName, signup }, close }: RequestedKeyProps): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="key.grant"
      says={t('key.grant.says', { program: programName, email: signup?.email ?? '' })}
      confirm="key.grant"
      fields={[]}
      send={(key) =>
        call('patch', '/backoffice-api/api-keys/{id}', { path: { id }, key, body: { environments: [...environments, 'production'] } })
      }
      close={close}
    />
  );
}

/** Declines it with a reason (console.182). */
export function DeclineDialog({ apiKey: { id, programName, signup }, close }: RequestedKeyProps): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="key.decline"
      says={t('key.decline.says', { program: programName, email: signup?.email ?? '' })}
      confirm="key.decline"
      isDestructive
      fields={[{ name: 'reason', label: 'key.decline.reason', type: 'long' }]}
      send={(key, { reason = '' }) =>
        call('post', '/backoffice-api/api-keys/{id}/production-rejection', { path: { id: String(id) }, key, body: { reason } })
      }
      close={close}
    />
  );
}
