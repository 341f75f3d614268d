import type { HeadersObject, OperationObject, ResponseObject } from './openapi-types.js';
import { header } from './standard-answers.js';

/** Headers that answers of some operations have; controllers set them where there is something to say. */
export const SUCCESS_HEADERS: HeadersObject = {
  'Cache-Control': header('How long the answer may be kept; absent where nothing is said', 'private, no-cache'),
  ETag: header('Names the state that the answer shows, for If-Match and If-None-Match; absent where there is none', '"7-el"'),
  Link: header(
    'Where the call leads next (RFC 8288); absent where nothing follows',
    '</fire-api/rsc/applications?start=51&limit=50>; rel="next"',
  ),
  Location: header('Names what was made', '/fire-api/rsc/applications/7'),
  'X-Total-Count': header('Items of all pages', 1234),
  'X-Total-Capped': header('1 when there are more items than X-Total-Count says; absent otherwise', 1),
  'Content-Disposition': header('The name of the file (RFC 6266)', 'inline; filename="policy.pdf"'),
  'X-Payment-Code': header('The payment code of a payment notification; absent on other answers', 'RF18539007547034'),
};

/** Which of them an answer may have. */
export function successHeadersOf(operation: OperationObject, status: string, { content = {} }: ResponseObject): readonly string[] {
  const isPaged = (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'start');
  const isFile = Object.keys(content).some((type) => type !== 'application/json');
  return [
    ...['Cache-Control', 'ETag', 'Link'],
    ...(status === '201' ? ['Location'] : []),
    ...(isPaged ? ['X-Total-Count', 'X-Total-Capped'] : []),
    ...(isFile ? ['Content-Disposition'] : []),
    ...('application/pdf' in content ? ['X-Payment-Code'] : []),
  ];
}
