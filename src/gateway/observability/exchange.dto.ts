export class RecordedHeaderResponse {
  /** Name in lower case. @example 'accept-language' */
  name: string;

  /** Its first 200 characters. @example 'el' */
  value: string;
}

export class RecordedBodyResponse {
  /** JSON as it was sent; secrets are replaced by dots. @example '{"user-key":"•••"}' */
  text: string;

  /** Whether only the first 8 kB are stored. @example false */
  cut: boolean;
}

/** Headers and JSON bodies of a call in the sandbox. */
export class ExchangeResponse {
  /** Headers of the request, without keys, tokens and cookies. */
  headers: RecordedHeaderResponse[];

  /** JSON of the request; null without one. */
  request: RecordedBodyResponse | null;

  /** JSON of the response; null without one, and for lists of codes and files. */
  response: RecordedBodyResponse | null;
}
