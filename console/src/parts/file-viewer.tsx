import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import { useText } from '../messages/language.js';
import { saveFile } from './csv.js';
import { Loaded } from './states.js';

const PDF = 'application/pdf';
/** Types that a browser shows without running code in them. Other files are saved. */
const SHOWN: ReadonlySet<string> = new Set([PDF, 'image/png', 'image/jpeg', 'image/gif']);

interface ViewerProps {
  /** Unique key of the file. */
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly load: (signal: AbortSignal) => Promise<Blob>;
}

/** Shows a file if the browser can display it safely. */
export function FileViewer({ id, name, mimeType, load }: ViewerProps): ReactNode {
  const content = useQuery<Blob, Problem>({ queryKey: ['file', id], queryFn: ({ signal }) => load(signal), gcTime: 0 });
  return <Loaded of={content}>{(blob) => <Shown name={name} mimeType={mimeType} content={blob} />}</Loaded>;
}

function Shown({ name, mimeType, content }: { readonly name: string; readonly mimeType: string; readonly content: Blob }): ReactNode {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!SHOWN.has(mimeType)) return undefined;
    // The media type is set here, whatever the file declares.
    const made = URL.createObjectURL(new Blob([content], { type: mimeType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [mimeType, content]);
  return (
    <>
      <div className="tools">
        {address !== null && mimeType === PDF && (
          <Button component="a" href={address} target="_blank" rel="noopener" size="xs" className="phone-only">
            {t('documents.open')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => saveFile(name, content)}>
          {t('documents.save')}
        </Button>
      </div>
      {!SHOWN.has(mimeType) && <p className="quiet">{t('documents.notShown')}</p>}
      {address !== null && mimeType.startsWith('image/') && <img className="viewer" src={address} alt={name} />}
      {address !== null && mimeType === PDF && <iframe className="viewer wide-only" src={address} title={name} />}
    </>
  );
}
