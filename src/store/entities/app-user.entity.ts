import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** One of the insurer's people, or the user of an agent. Written by: administration of users, password changes, sign-up. */
@Entity()
@Unique('app_user_email_key', ['email'])
@Check('app_user_agent_code_check', `(role <> 'agent') OR (agent_code IS NOT NULL)`)
@Check('app_user_email_check', 'email = lower(email)')
@Check('app_user_role_check', `role IN ('admin', 'underwriter', 'issuing', 'agent')`)
@Check('app_user_sandbox_only_check', `(NOT sandbox_only) OR (role = 'agent')`)
@Check('app_user_status_check', `status IN ('active', 'disabled')`)
export class AppUserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  @Column('text') name: string;
  @Column('text') role: 'admin' | 'underwriter' | 'issuing' | 'agent';
  @Column('text', { nullable: true }) agentCode: string | null;

  /** Null until the invitation is taken up. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @Column('text') status: 'active' | 'disabled';

  /** Of those who signed up: no session, user-key or token of theirs is worth anything in production. */
  @Column('boolean', { default: false }) sandboxOnly: boolean;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
