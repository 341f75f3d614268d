import { Button, FileButton } from '@mantine/core';
import type { DragEvent, ReactNode } from 'react';
import { useText } from '../messages/language.js';

interface FileFieldProps {
  readonly label: string;
  /** Media types and endings that can be chosen; any if absent. */
  readonly accept?: string;
  readonly file: File | null;
  readonly choose: (file: File | null) => void;
}

/** Chooses a file by a button or by dropping it. The browser's own field would speak the browser's language. */
export function FileField({ label, accept, file, choose }: FileFieldProps): ReactNode {
  const t = useText();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    choose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <div className="file-field" role="group" aria-label={label} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <span>{label}</span>
      <FileButton accept={accept} onChange={choose}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {t('file.choose')}
          </Button>
        )}
      </FileButton>
      <span className="quiet small" role="status">
        {file?.name ?? t('file.none')}
      </span>
    </div>
  );
}
