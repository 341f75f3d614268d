/** A call as the request log or a test value describes it. */
interface DescribedCall {
  readonly method: string;
  /** Address of the API without a slash at the end. */
  readonly root: string;
  /** Route with the names of its path parameters: `/fire-api/rsc/applications/:id`. */
  readonly route: string;
  /** Value of `-d` for a call with a body. */
  readonly data?: string;
}

const PARAMETER = /:(\w+)/g;
/** Routes without a token, because they issue it. */
const TOKEN_ROUTE = /\/tokens?$/;

/** Lists the names of the path parameters of a route. */
export function listParameters(route: string): string[] {
  return Array.from(route.matchAll(PARAMETER), ([, name]) => name!);
}

/** Returns a route with its parameters as the API document writes them: `/fire-api/rsc/applications/{id}`. */
export function toPathTemplate(route: string): string {
  return route.replaceAll(PARAMETER, '{$1}');
}

/** Quotes a text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Builds a curl command with shell variables for keys and path parameters. */
export function buildCurl({ method, root, route, data = '@body.json' }: DescribedCall): string {
  const path = route.replaceAll(PARAMETER, (_, name: string) => `$${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const hasBody = isWrite && method !== 'DELETE';
  return [
    `curl -X ${method} "${root}${path}"`,
    '-H "X-Api-Key: $API_KEY"',
    ...(TOKEN_ROUTE.test(route) ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(isWrite ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${data}`] : []),
  ].join(' \\\n  ');
}
