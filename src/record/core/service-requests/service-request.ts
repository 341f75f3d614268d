export const REQUEST_STATUSES = ['OPEN', 'ANSWERED', 'CLOSED'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What an agent's user asks the insurer's staff; texts trimmed, the category active. */
export interface NewServiceRequest {
  readonly category: string;
  readonly subject: string;
  readonly body: string;
  readonly agentCode: string;
  readonly userId: number;
  readonly userName: string;
}

export interface ServiceRequest extends NewServiceRequest {
  readonly id: number;
  /** `SR-26-000123-K` */
  readonly number: string;
  readonly status: RequestStatus;
  readonly answer: string | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
  readonly closedAt: Date | null;
}

export interface RequestFilter {
  /** All agents when absent. */
  readonly agentCode?: string;
  readonly status?: RequestStatus;
  readonly category?: string;
}
