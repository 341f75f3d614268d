import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { download } from '../api/client.js';
import type { PathOf } from '../api/schema.js';
import '../messages/developer.js';
import { useText, type Text } from '../messages/language.js';
import { CodeBlock } from './copyable.js';
import { listParameters, toPathTemplate } from './curl.js';
import { useAction } from './form.js';
import { Card } from './page.js';
import { ProblemNotice } from './states.js';

/** Reads a route again in the sandbox, with values for what the request log does not store. */
export function SandboxCall({ route }: { readonly route: string }): ReactNode {
  const t = useText();
  const names = listParameters(route);
  const [path, setPath] = useState<Readonly<Record<string, string>>>({});
  const [query, setQuery] = useState('');
  const [response, setResponse] = useState<string | null>(null);
  const read = useAction(async () => {
    // The route is one that the log names, so its type is not known here.
    const template = toPathTemplate(route) as PathOf<'get'>;
    return toText(await download(template, { path: path as never, query: Object.fromEntries(new URLSearchParams(query)) }), t);
  }, setResponse);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void read.run();
  };
  return (
    <Card title="call.replay">
      <form className="stack" onSubmit={submit}>
        <p className="quiet">{t('call.replay.about')}</p>
        <div className="fields">
          {names.map((name) => (
            <TextInput
              key={name}
              label={name}
              value={path[name] ?? ''}
              required
              onChange={({ target }) => setPath({ ...path, [name]: target.value })}
            />
          ))}
          <TextInput label={t('call.replay.query')} value={query} onChange={({ target }) => setQuery(target.value)} />
        </div>
        <p>
          <Button type="submit" loading={read.isRunning} disabled={names.some((name) => (path[name] ?? '') === '')}>
            {t('call.replay.do')}
          </Button>
        </p>
        {read.problem !== null && <ProblemNotice problem={read.problem} />}
        {read.problem === null && response !== null && <CodeBlock name={t('call.response')} text={response} />}
      </form>
    </Card>
  );
}

/** Returns JSON with indents, other text unchanged, and a description of a file. */
async function toText(blob: Blob, t: Text): Promise<string> {
  if (blob.type.startsWith('application/json')) return JSON.stringify(JSON.parse(await blob.text()), null, 2);
  if (blob.type.startsWith('text/')) return blob.text();
  return t('call.response.file', { type: blob.type, size: blob.size });
}
