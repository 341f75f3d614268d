import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. Written by: administration of programs, sign-up. */
@Entity()
@Index('program_user_id_idx', ['userId'])
export class ProgramEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') owner: string;

  /** Who signed up for it; null: an administrator made it. */
  @Column('integer', { nullable: true }) userId: number | null;
  @ManyToOne(() => AppUserEntity) @JoinColumn() user: Relation<AppUserEntity> | null;
  @Column('timestamptz') createdAt: Date;
}
