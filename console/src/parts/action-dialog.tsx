import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { ProblemNotice } from './states.js';
import type { Action } from './form.js';

interface DialogProps {
  readonly title: MessageId;
  /** What will be done, in a sentence. */
  readonly says: ReactNode;
  readonly confirm: MessageId;
  /** Touches money or a contract in a way that cannot be taken back. */
  readonly isGrave?: boolean;
  readonly action: Action<[], unknown>;
  readonly isReady?: boolean;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** Asks once, says what it will do, and shows at its place what the API has against it. */
export function ActionDialog({ title, says, confirm, isGrave = false, action, isReady = true, close, children }: DialogProps): ReactNode {
  const t = useText();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void action.run();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t(title)}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <p>{says}</p>
          {children}
          {action.problem !== null && <ProblemNotice problem={action.problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" color={isGrave ? 'red.9' : undefined} loading={action.isRunning} disabled={!isReady} data-autofocus>
              {t(confirm)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
