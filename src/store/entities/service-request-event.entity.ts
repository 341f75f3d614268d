import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A step of a service request; never changed. */
@Entity()
export class ServiceRequestEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') serviceRequestId: number;
  @Column('timestamptz') at: Date;
  @Column('text') actor: string;
  @Column('text') status: string;
  @Column('text', { nullable: true }) answer: string | null;
}
