import { Button, CopyButton, Group, Modal, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isAsking, LeavingQuestion, useDialog, type Question } from '../forms/leaving.js';
import { useText, type MessageId } from '../messages/language.js';

const UNSAVED: Question = { title: 'secret.unsaved', says: 'secret.unsaved.says', stay: 'secret.stay', leave: 'secret.leave' };

/** Holds the page until the secrets on it are saved: links, Back and loading it again ask first (console.70). */
export function useUnsavedSecret(isShown: boolean, forget: () => void): void {
  useDialog({ close: forget, isTyped: () => isShown, question: UNSAVED });
}

interface SecretProps {
  readonly title: MessageId;
  readonly secret: string;
  readonly close: () => void;
}

/** Dialog with a secret that is shown once. It stays until the user confirms that the secret is saved. */
export function Secret({ title, secret, close }: SecretProps): ReactNode {
  const t = useText();
  const [isLeaving, setLeaving] = useState(false);
  useUnsavedSecret(true, close);
  return (
    <>
      <Modal
        opened
        onClose={() => isLeaving || isAsking() || setLeaving(true)}
        title={t(title)}
        lockScroll={false}
        transitionProps={{ duration: 0 }}
        withCloseButton={false}
        closeOnClickOutside={false}
      >
        <p>{t('secret.keep')}</p>
        <SecretText value={secret} />
        <Group justify="flex-end" mt="sm">
          <Button onClick={close}>{t('secret.saved')}</Button>
        </Group>
      </Modal>
      {isLeaving && <LeavingQuestion question={UNSAVED} stay={() => setLeaving(false)} leave={close} />}
    </>
  );
}

/** A secret with a button that copies it. */
export function SecretText({ value, name }: { readonly value: string; readonly name?: string }): ReactNode {
  const t = useText();
  return (
    <Group gap="xs" wrap="nowrap">
      <code className="secret">{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <>
            <Button size="xs" variant="default" onClick={copy} aria-label={name === undefined ? undefined : `${t('secret.copy')}: ${name}`}>
              {t(copied ? 'secret.copied' : 'secret.copy')}
            </Button>
            <VisuallyHidden role="status">{copied && t('secret.copied')}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Group>
  );
}
