import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An employee of the insurer, or a user of an agent. */
@Entity()
export class AppUserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') role: 'admin' | 'underwriter' | 'issuing' | 'agent';
  @Column('text', { nullable: true }) agentCode: string | null;

  /** Null until the invitation is accepted. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @Column('text') status: 'active' | 'disabled';

  /** Whether the user signed up: sessions, user-keys and tokens are then invalid in production. */
  @Column('boolean', { default: false }) sandboxOnly: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
