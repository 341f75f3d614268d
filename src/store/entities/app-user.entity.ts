import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** One of the insurer's people, or the user of an agent. */
@Entity()
@Unique('app_user_email_key', ['email'])
@Check('app_user_email_check', 'email = lower(email)')
@Check('app_user_role_check', `role IN ('admin', 'underwriter', 'issuing', 'agent')`)
@Check('app_user_agent_code_check', `role <> 'agent' OR agent_code IS NOT NULL`)
@Check('app_user_status_check', `status IN ('active', 'disabled')`)
export class AppUser {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'app_user_pkey' })
  id: number;

  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  role: string;

  @Column({ type: 'text', nullable: true })
  agentCode: string | null;

  /** Null until the invitation is taken up. */
  @Column({ type: 'text', nullable: true })
  passwordHash: string | null;

  @Column({ type: 'text' })
  status: string;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz' })
  updatedAt: Date;
}
