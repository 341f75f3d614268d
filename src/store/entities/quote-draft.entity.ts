import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class QuoteDraftEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('integer') userId: number;
  @Column('text') agentCode: string;
  @Column('text') line: string;
  @Column('text') title: string;
  @Column('text', { nullable: true }) afm: string | null;
  @Column('text') content: string;
  @Column('timestamptz') savedAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
