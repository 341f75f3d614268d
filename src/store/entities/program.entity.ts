import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. Written by: administration of programs, sign-up, sign-in to the console. */
@Entity()
@Unique('program_console_user_id_key', ['consoleUserId'])
@Index('program_user_id_idx', ['userId'])
export class ProgramEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') owner: string;

  /** Who signed up for it; null: an administrator made it. */
  @Column('integer', { nullable: true }) userId: number | null;
  @ManyToOne(() => AppUserEntity) @JoinColumn() user: Relation<AppUserEntity> | null;

  /** Whose console it is; null for every other program. */
  @Column('integer', { nullable: true }) consoleUserId: number | null;
  @ManyToOne(() => AppUserEntity) @JoinColumn() consoleUser: Relation<AppUserEntity> | null;
  @Column('timestamptz') createdAt: Date;
}
