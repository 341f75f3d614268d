import { ActionIcon, CopyButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../messages/language.js';

interface CopyableProps {
  readonly value: string;
  /** Shown instead of the value. */
  readonly children?: ReactNode;
}

/** An id, key prefix or code with a small button that copies it. */
export function Copyable({ value, children }: CopyableProps): ReactNode {
  return (
    <span className="copyable">
      {children ?? <code>{value}</code>}
      <CopyIcon value={value} name={value} />
    </span>
  );
}

interface CopyIconProps {
  readonly value: string;
  /** Name of what is copied, for assistive technology. */
  readonly name: string;
}

function CopyIcon({ value, name }: CopyIconProps): ReactNode {
  const t = useText();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <>
          <ActionIcon size={24} variant="subtle" onClick={copy} aria-label={`${t('secret.copy')}: ${name}`} title={t('secret.copy')}>
            <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
              <path d={copied ? 'm2 7 4 4 6-8' : 'M4.5 4.5h7v8h-7zM9.5 4V1.5h-7v8H4'} />
            </svg>
          </ActionIcon>
          <VisuallyHidden role="status">{copied && t('secret.copied')}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}

/** A command or JSON text that can be scrolled and copied. */
export function CodeBlock({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  return (
    <div className="code-block">
      <pre tabIndex={0} role="region" aria-label={name}>
        {text}
      </pre>
      <CopyIcon value={text} name={name} />
    </div>
  );
}
