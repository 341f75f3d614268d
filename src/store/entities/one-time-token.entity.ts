import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AppUserEntity } from './app-user.entity.js';

/** A token that is mailed and used once to choose a password. */
@Entity()
export class OneTimeTokenEntity {
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @Column('text') purpose: 'invitation' | 'reset';
  @Column('integer') userId: number;
  @ManyToOne(() => AppUserEntity, { nullable: false, onDelete: 'CASCADE' }) @JoinColumn() user: Relation<AppUserEntity>;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
