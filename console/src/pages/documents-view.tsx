import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { download } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useText } from '../messages/language.js';
import { saveFile } from '../parts/csv.js';
import { useFormat } from '../parts/format.js';
import { Loading, ProblemNotice } from '../parts/states.js';
import type { Application } from './application.js';

/** What a browser shows without running anything of it. Everything else is saved. */
const SHOWN: ReadonlySet<string> = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif']);
const BYTES_OF_KB = 1000;

type Document = Application['documents'][number];

/** The files beside what stands in the chosen one. */
export function DocumentsView({ application }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const [chosen, setChosen] = useState<Document | null>(null);
  if (application.documents.length === 0) return <p className="empty">{t('documents.none')}</p>;
  return (
    <div className="card-body stack">
      <ul className="choices">
        {application.documents.map((document) => (
          <li key={document.id} className="choices">
            <button type="button" className="choice" aria-pressed={document === chosen} onClick={() => setChosen(document)}>
              <span>
                {document.fileName}
                <span className="quiet small">
                  {' '}
                  {t(document.system ? 'documents.printed' : 'documents.uploaded')} · {moment(document.createdAt)}
                </span>
              </span>
              <span className="quiet small">{t('documents.size', { n: number(Math.ceil(document.size / BYTES_OF_KB)) })}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && <Viewer key={chosen.id} id={application.id} document={chosen} />}
    </div>
  );
}

function Viewer({ id, document }: { readonly id: number; readonly document: Document }): ReactNode {
  const t = useText();
  const [content, setContent] = useState<Blob | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    let shown: string | null = null;
    download('/backoffice-api/applications/{id}/documents/{documentId}', { path: { id, documentId: document.id }, signal: asked.signal })
      .then((blob) => {
        setContent(blob);
        // The type is ours, whatever the file says it is.
        if (SHOWN.has(document.mimeType)) setAddress((shown = URL.createObjectURL(new Blob([blob], { type: document.mimeType }))));
      })
      .catch((error: unknown) => {
        if (!asked.signal.aborted) setProblem(toProblem(error));
      });
    return () => {
      asked.abort();
      if (shown !== null) URL.revokeObjectURL(shown);
    };
  }, [id, document]);
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (content === null) return <Loading />;
  return (
    <>
      <div className="tools">
        <Button size="xs" variant="default" onClick={() => saveFile(document.fileName, content)}>
          {t('documents.save')}
        </Button>
      </div>
      {address === null && <p className="quiet">{t('documents.notShown')}</p>}
      {address !== null && document.mimeType.startsWith('image/') && <img className="viewer" src={address} alt={document.fileName} />}
      {address !== null && document.mimeType === 'application/pdf' && <iframe className="viewer" src={address} title={document.fileName} />}
    </>
  );
}
