import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../messages/language.js';

const forms = new Set<() => boolean>();
const typed = { isDropped: false };

/** Whether anything was typed that a change of all pages would lose. */
export function mayLoseTyped(): boolean {
  return !typed.isDropped && [...forms].some((isTyped) => isTyped());
}

/** Before the pages are loaded anew for somebody else, for whom what was typed here is not: nobody is asked. */
export function dropTyped(): void {
  typed.isDropped = true;
}

/** Asks before what was typed is lost: on the way to another page here, and in words of the browser's before the tab is closed or loaded anew. */
export function Leaving({ isTyped }: { readonly isTyped: () => boolean }): ReactNode {
  useEffect(() => {
    forms.add(isTyped);
    return () => void forms.delete(isTyped);
  }, [isTyped]);
  const asks = (): boolean => !typed.isDropped && isTyped();
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: asks, enableBeforeUnload: asks, withResolver: true });
  return status === 'blocked' ? <LeavingQuestion stay={reset} leave={proceed} /> : null;
}

export function LeavingQuestion({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }): ReactNode {
  const t = useText();
  return (
    <Modal
      opened
      onClose={stay}
      title={t('leaving.title')}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>{t('leaving.says')}</p>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={stay} data-autofocus>
          {t('leaving.stay')}
        </Button>
        <Button color="red.9" onClick={leave}>
          {t('leaving.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
