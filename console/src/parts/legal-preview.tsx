import { Button, Modal } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { printed } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useDialog } from '../forms/leaving.js';
import { useText, type MessageId } from '../messages/language.js';
import { FileViewer } from './file-viewer.js';
import { useFocusBack } from './focus.js';
import { WriteButton } from './write-button.js';

const LINES = [
  ['fire', 'legal.preview.fire'],
  ['motor', 'legal.preview.motor'],
] as const satisfies readonly (readonly [string, MessageId])[];

interface Shown {
  readonly line: (typeof LINES)[number][0];
  readonly title: MessageId;
  readonly texts: Schema<'LegalTextsRequest'>;
}

/** Preview of a policy with the typed texts, without saving them. */
export function LegalPreview({ textsNow }: { readonly textsNow: () => Shown['texts'] }): ReactNode {
  const t = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <div className="tools">
      {LINES.map(([line, title]) => (
        <WriteButton key={line} size="xs" variant="default" onClick={() => setShown({ line, title, texts: textsNow() })}>
          {t(title)}
        </WriteButton>
      ))}
      {shown !== null && <PreviewDialog {...shown} close={() => setShown(null)} />}
    </div>
  );
}

function PreviewDialog({ line, title, texts, close }: Shown & { readonly close: () => void }): ReactNode {
  const t = useText();
  const id = useId();
  useDialog({ close, isTyped: () => false });
  useFocusBack();
  return (
    <Modal
      opened
      onClose={close}
      title={t(title)}
      size="xl"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <FileViewer
        id={`legal texts ${id}`}
        name={`legal-texts-${line}.pdf`}
        mimeType="application/pdf"
        load={(signal) => printed('/backoffice-api/settings/legal-texts/preview', { query: { line }, body: texts, signal })}
      />
      {/* After the frame in tab order, because focus inside the frame would leave the dialog. */}
      <Button variant="default" onClick={close}>
        {t('action.close')}
      </Button>
    </Modal>
  );
}
