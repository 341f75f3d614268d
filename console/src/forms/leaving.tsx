import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';

/** Asks before what was typed is lost: on the way to another page here, and in words of the browser's before the tab is closed or loaded anew. */
export function Leaving({ isTyped }: { readonly isTyped: () => boolean }): ReactNode {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isTyped,
    enableBeforeUnload: isTyped,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={reset}
      title={t('leaving.title')}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>{t('leaving.says')}</p>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={reset} data-autofocus>
          {t('leaving.stay')}
        </Button>
        <Button color="red.9" onClick={proceed}>
          {t('leaving.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
