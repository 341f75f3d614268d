import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
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
