import type { ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useText, type MessageId } from '../messages/language.js';
import { FormDialog } from './form-dialog.js';

type ApiKey = Schema<'ApiKeyResponse'>;

export const KEY_STATES: Readonly<Record<ApiKey['status'], MessageId>> = {
  active: 'state.active',
  disabled: 'state.disabled',
  unverified: 'state.unverified',
};

export function isCurrent({ status, rotatedAt }: ApiKey): boolean {
  return status === 'active' && rotatedAt === null;
}

interface RotationProps {
  readonly apiKey: ApiKey;
  readonly show: (secret: string | null) => void;
  readonly close: () => void;
}

/** Replaces a key by a new one with the same rights, shown once. */
export function KeyRotation({ apiKey: { id, name }, show, close }: RotationProps): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="key.rotate"
      says={t('key.rotate.says', { name })}
      confirm="key.rotate"
      isDestructive
      fields={[{ name: 'overlapHours', label: 'key.overlap', type: 'whole', initial: '24' }]}
      send={async (key, { overlapHours }) =>
        (await call('post', '/backoffice-api/api-keys/{id}/rotate', { path: { id }, key, body: { overlapHours: Number(overlapHours) } }))
          .body
      }
      done={({ apiKey }) => show(apiKey ?? null)}
      close={close}
    />
  );
}
