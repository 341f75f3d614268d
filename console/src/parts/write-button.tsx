import { Button, CopyButton, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { useWho, type Role } from '../session.js';

/** Roles that only read, except that accounting closes months. */
const READERS: readonly Role[] = ['auditor', 'accounting'];

/** Whether the user only reads, so that pages offer no action. */
export function useIsReader(): boolean {
  return READERS.includes(useWho().role);
}

type Props = ButtonProps & { readonly type?: 'submit'; readonly onClick?: () => void };

/** A button that begins or sends a write. Users who only read do not see it. */
export function WriteButton(props: Props): ReactNode {
  return useIsReader() ? null : <Button {...props} />;
}

interface RowButtonProps {
  readonly title: MessageId;
  readonly onClick: () => void;
  /** Whether it only shows something, so that users who only read see it too. */
  readonly isRead?: true;
}

export function RowButton({ title, onClick, isRead }: RowButtonProps): ReactNode {
  const t = useText();
  const isReader = useIsReader();
  if (isReader && isRead !== true) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {t(title)}
    </Button>
  );
}

/** A button of a row that copies a text. */
export function CopyRowButton({ title, value }: { readonly title: MessageId; readonly value: string }): ReactNode {
  const t = useText();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {t(copied ? 'secret.copied' : title)}
        </Button>
      )}
    </CopyButton>
  );
}
