import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ServedText } from '../gateway/documentation/served-text.js';

const A_DAY = 'public, max-age=86400';
const ALWAYS_ASK = 'public, no-cache';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Insurance gateway</title>
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script><script src="/docs/swagger-ui-standalone-preset.js" defer></script><script src="/docs/start.js" defer></script>
</head>
<body><div id="ui"><h1>Insurance gateway</h1><p>The operations are being loaded. <a href="/docs/guides">Guides</a></p></div></body>
</html>
`;

/** Filters operations, hides standard headers, and sends an `Idempotency-Key` with each write (gateway.141). */
const START = `const STANDARD = ['X-Token-Expires-In', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Server-Timing', 'X-Request-Id'];
const textOf = (op) => [op.get('path'), op.get('method'), op.getIn(['operation', 'summary']), op.getIn(['operation', 'operationId'])].join(' ').toLowerCase();
const opsFilter = (tagged, phrase) => tagged
  .map((tag, name) => tag.update('operations', (ops) => ops.filter((op) => (name + ' ' + textOf(op)).includes(phrase.toLowerCase()))))
  .filter((tag) => tag.get('operations').size > 0);
const ownHeaders = (Headers, { React }) => (props) => {
  const headers = props.headers && props.headers.filter((_, name) => !STANDARD.includes(name));
  return headers && headers.size > 0 ? React.createElement(Headers, { ...props, headers }) : null;
};
const withoutPrefilled = (spec) => {
  for (const item of Object.values(spec.paths || {}))
    for (const { parameters = [] } of Object.values(item))
      for (const parameter of parameters)
        if (parameter.in === 'header' && !parameter.required) { delete parameter.example; if (parameter.schema) delete parameter.schema.example; }
  return spec;
};
const updateJsonSpec = (update) => (spec) => update(withoutPrefilled(spec));
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
const requestInterceptor = (request) => {
  if (WRITES.includes(request.method) && !request.headers['Idempotency-Key']) request.headers['Idempotency-Key'] = crypto.randomUUID();
  return request;
};
SwaggerUIBundle({
  urls: [{ name: 'Programs of agents', url: '/openapi/integrators.json' }, { name: 'Back office', url: '/openapi/backoffice.json' }],
  dom_id: '#ui', layout: 'StandaloneLayout', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [() => ({ fn: { opsFilter }, wrapComponents: { headers: ownHeaders }, statePlugins: { spec: { wrapActions: { updateJsonSpec } } } })],
  filter: true, persistAuthorization: true, deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: -1, tryItOutEnabled: true, requestInterceptor,
});
`;

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;
const ASSETS = [
  ['swagger-ui.css', TYPES.css],
  ['swagger-ui-bundle.js', TYPES.js],
  ['swagger-ui-standalone-preset.js', TYPES.js],
  ['favicon-32x32.png', TYPES.png],
] as const;

type Served = Pick<ServedText, 'send'>;

export function listDocumentationFiles(): ReadonlyMap<string, Served> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const page = new ServedText(Buffer.from(PAGE), 'text/html; charset=utf-8', ALWAYS_ASK);
  return new Map<string, Served>([
    ['/docs', page],
    ['/docs/', page],
    ['/docs/start.js', new ServedText(Buffer.from(START), TYPES.js, ALWAYS_ASK)],
    ...ASSETS.map(([name, type]) => [`/docs/${name}`, serveLazily(join(folder, name), type)] as const),
  ]);
}

function serveLazily(file: string, type: string): Served {
  let text: ServedText | null = null;
  return { send: (request, response) => (text ??= new ServedText(readFileSync(file), type, A_DAY)).send(request, response) };
}
