import { Button, Group, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useFocusBack } from '../focus.js';
import { useAction } from '../form.js';
import { Loaded, ProblemNotice } from '../states.js';
import { useFactorText } from './texts.js';

interface UserFactorsProps {
  readonly user: Pick<Schema<'UserResponse'>, 'id' | 'name'>;
  readonly close: () => void;
}

/** Which second factors a user has, and the request to remove them. */
export function UserFactorsDialog({ user: { id, name }, close }: UserFactorsProps): ReactNode {
  const f = useFactorText();
  const path = { id };
  useFocusBack();
  const factors = useGet('/backoffice-api/users/{id}/factors', { path });
  const [requested, setRequested] = useState<number | null>(null);
  const request = useAction(
    (key) => call('post', '/backoffice-api/users/{id}/factors/reset', { path, key }),
    ({ body }) => setRequested(body.id),
  );
  return (
    <Modal
      opened
      onClose={close}
      title={f('user.title', { name })}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      withCloseButton={false}
    >
      <Loaded of={factors} lines={2}>
        {({ body: { hasTotp, passkeys, recoveryCodesLeft: left } }) => (
          <div className="stack">
            <p>{f('user.totp', { has: f(hasTotp ? 'yes' : 'no'), passkeys, left })}</p>
            {requested === null ? (
              <p className="quiet">{f('user.reset.says')}</p>
            ) : (
              <p role="status">
                {f('user.requested', { id: requested })}{' '}
                <Link to="/pending-actions/$id" params={{ id: String(requested) }}>
                  {f('user.open')}
                </Link>
              </p>
            )}
            {request.problem !== null && <ProblemNotice problem={request.problem} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {f('cancel')}
              </Button>
              {requested === null && (hasTotp || passkeys > 0) && (
                <Button loading={request.isRunning} onClick={() => void request.run()}>
                  {f('user.reset')}
                </Button>
              )}
            </Group>
          </div>
        )}
      </Loaded>
    </Modal>
  );
}
