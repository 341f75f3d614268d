import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ProgramEntity } from './program.entity.js';

/** A user's consent that a program acts for them. Only the SHA-256 of the key is stored. */
@Entity()
export class UserKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') userId: number;
  @Column('integer') programId: number;
  @ManyToOne(() => ProgramEntity, { nullable: false }) @JoinColumn() program: Relation<ProgramEntity>;
  @Column('bytea') keyHash: Buffer;
  @Column('text') prefix: string;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
