import type { FirstCallResponse, SandboxAccessResponse } from './signup.dto.js';

type Access = Pick<SandboxAccessResponse, 'apiKey' | 'userKey' | 'sandboxUrl' | 'tokensUrl'>;

export function buildFirstCalls({ apiKey, userKey, sandboxUrl, tokensUrl }: Access): FirstCallResponse[] {
  const url = sandboxUrl.slice(0, -'/dev'.length);
  const curl = `curl -sS --fail-with-body ${tokensUrl} -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"user-key": "${userKey}"}'`;
  const typescript = `import { createGatewayClient, unwrap } from 'insurance-gateway-client';

const client = createGatewayClient({ url: '${url}', apiKey: '${apiKey}', userKey: '${userKey}' });
console.log(unwrap(await client.GET('/fire-api/parameters/kindsOfRisks')));`;
  const python = `import json, urllib.request

headers = {"X-Api-Key": "${apiKey}", "Content-Type": "application/json"}
body = json.dumps({"user-key": "${userKey}"}).encode()
request = urllib.request.Request("${tokensUrl}", body, headers)
print(json.load(urllib.request.urlopen(request)))`;
  return [
    { language: 'curl', text: curl },
    { language: 'TypeScript', text: typescript },
    { language: 'Python', text: python },
  ];
}
