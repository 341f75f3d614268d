import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class ServiceRequestEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') number: string;
  @Column('text') category: string;
  @Column('text') subject: string;
  @Column('text') body: string;
  @Column('text') agentCode: string;
  @Column('bigint') userId: number;
  @Column('text') userName: string;
  @Column('text', { default: 'OPEN' }) status: 'OPEN' | 'ANSWERED' | 'CLOSED';
  @Column('text', { nullable: true }) answer: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) answeredAt: Date | null;
  @Column('timestamptz', { nullable: true }) closedAt: Date | null;
}

@Entity()
export class ServiceRequestEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') serviceRequestId: number;
  @Column('timestamptz') at: Date;
  @Column('text') actor: string;
  @Column('text') status: string;
  @Column('text', { nullable: true }) answer: string | null;
}
