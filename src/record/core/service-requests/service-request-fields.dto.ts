/** A service request, as its agent and staff both see it. */
export class ServiceRequestFields {
  /** Category. @example 'MOTOR-CLAIMS' */
  category: string;
  /** What it is about. @example 'Αλλαγή διεύθυνσης' */
  subject: string;
  /** The request. @example 'Ο πελάτης μετακόμισε στην Πάτρα.' */
  body: string;
  /** OPEN, ANSWERED or CLOSED. @example 'ANSWERED' */
  status: string;
  /** The answer; null until there is one. @example 'Η διεύθυνση άλλαξε.' */
  answer: string | null;
  /** When it came, Athens. @example '2026-11-20T10:00:00' */
  createdAt: string;
  /** When it was answered last, Athens. @example '2026-11-20T12:30:00' */
  answeredAt: string | null;
  /** When it was closed, Athens. @example '2026-11-21T09:00:00' */
  closedAt: string | null;
}
