import { ApiProperty } from '@nestjs/swagger';
import { IsoDate, Required } from '../../../common/validation/decorators.js';

export class IncidentDraftQueryDto {
  /** Date (Athens) or instant at which the incident began. @example "2026-11-20T10:00:00Z" */
  @Required()
  @IsoDate()
  from: string;

  /** Date (Athens) or instant at which it ended, at most 31 days later. @example "2026-11-20T12:00:00Z" */
  @Required()
  @IsoDate()
  to: string;
}

export class ServiceOfIncident {
  /** Service. @example "fire-api" */
  service: string;
  /** Number of calls in the period. @example 1200 */
  calls: number;
  /** Number of calls that the program or its database failed (5xx). @example 80 */
  failedCalls: number;
  /** Most minutes in a row in which at least half of the calls failed; 0 if there was no such minute. @example 4 */
  longestOutageMinutes: number;
  /** Start of these minutes, UTC; null if there was none. @example "2026-11-20T10:30:00.000Z" */
  longestOutageFrom: string | null;
}

export class ClientOfIncident {
  /** Id of the program. @example 12 */
  programId: number;
  /** Name of the program; null if it was deleted. @example "Agency portal" */
  name: string | null;
  /** Number of its failed calls. @example 75 */
  failedCalls: number;
  /** Agents whose calls failed. @example ["A1000"] */
  @ApiProperty({ type: [String] })
  agentCodes: string[];
}

export class ChargesOfIncident {
  /** Number of charges that failed. @example 3 */
  failedCalls: number;
  /** Average of the receipts that were paid in the 30 days before the end, in euro. @example 212.5 */
  averageCharge: number;
  /** Failed charges at that average, in euro. The request log has no amounts. @example 637.5 */
  estimatedValue: number;
}

export class IncidentDraftResponse {
  /** Start of the period, UTC. @example "2026-11-20T10:00:00.000Z" */
  from: string;
  /** End of the period, UTC. @example "2026-11-20T12:00:00.000Z" */
  to: string;
  /** Whether the request log still has the whole period. @example true */
  isComplete: boolean;
  /** Services with failed calls. */
  @ApiProperty({ type: [ServiceOfIncident] })
  services: ServiceOfIncident[];
  /** Programs with failed calls, those with most first; at most 500. */
  @ApiProperty({ type: [ClientOfIncident] })
  clients: ClientOfIncident[];
  /** Charges that failed. */
  charges: ChargesOfIncident;
}
