import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent that the user may act for besides their own. */
@Entity()
export class DelegationEntity {
  @PrimaryColumn('integer') userId: number;
  @PrimaryColumn('text') agentCode: string;
  /** Null if the start is unknown. */
  @Column('timestamptz', { nullable: true }) createdAt: Date | null;
}
