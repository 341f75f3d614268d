import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ErasureEntity } from './erasure.entity.js';

/** An application that an erasure under way has to change. Written by: the erasure of persons. */
@Entity()
export class ErasureApplicationEntity {
  @PrimaryColumn('bigint') partyId: number;
  @ManyToOne(() => ErasureEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'party_id' })
  party: Relation<ErasureEntity>;
  @PrimaryColumn('bigint') applicationId: number;
  @Column('text') agentCode: string;
  @Column('integer') version: number;
  @Column('boolean') isOwn: boolean;
  @Column('boolean') isNamed: boolean;
}
