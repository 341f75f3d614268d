import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialog } from '../forms/leaving.js';
import { useText } from '../messages/language.js';

/** A secret, for as long as the dialog is open. */
export function Secret({ secret, close }: { readonly secret: string; readonly close: () => void }): ReactNode {
  const t = useText();
  // It is shown this once: Back does not take it away.
  useDialog({ close: () => undefined, isTyped: () => false });
  return (
    <Modal
      opened
      onClose={close}
      title={t('keys.title')}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>{t('keys.keep')}</p>
      <code className="secret">{secret}</code>
    </Modal>
  );
}
