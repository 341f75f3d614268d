import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Text } from '../../common/language.js';
import { ApplicationEntity } from './application.entity.js';
import { PartyEntity } from './party.entity.js';
import { SuspenseItemEntity } from './suspense-item.entity.js';

/** A message of the system to staff. Written by: the register of parties, payments of the bank, the virus scan; staff resolve. */
@Entity()
@Index('staff_message_open_idx', ['id'], { where: 'resolved_at IS NULL' })
@Index('staff_message_open_party_key', ['partyId'], { unique: true, where: `(kind = 'PARTY_MISMATCH') AND (resolved_at IS NULL)` })
// In the sandbox alone: what a reset deletes is found by them.
@Index('staff_message_application_id_idx', { synchronize: false })
@Index('staff_message_party_id_idx', { synchronize: false })
@Index('staff_message_suspense_id_idx', { synchronize: false })
@Check('staff_message_text_check', `(text ? 'el') AND (text ? 'en')`)
export class StaffMessageEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') kind: string;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @ManyToOne(() => ApplicationEntity) @JoinColumn() application: Relation<ApplicationEntity> | null;
  @Column('bigint', { nullable: true }) partyId: number | null;
  @ManyToOne(() => PartyEntity) @JoinColumn() party: Relation<PartyEntity> | null;
  @Column('jsonb') text: Text;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) resolvedAt: Date | null;
  @Column('bigint', { nullable: true }) suspenseId: number | null;
  @ManyToOne(() => SuspenseItemEntity) @JoinColumn() suspense: Relation<SuspenseItemEntity> | null;
}
