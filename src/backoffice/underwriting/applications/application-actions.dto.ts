export class StateActionsResponse {
  /** Line of business @example "fire" */
  line: string;

  /** Status code @example "30" */
  status: string;

  /** What the caller's role can do then; none where nothing @example ["approve", "return", "request_documents", "decline"] */
  actions: string[];
}

export class ApplicationActionsResponse {
  /** By line and status, all of them. */
  states: StateActionsResponse[];
}
