import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed sign-ins of one account from one address. */
@Entity()
@Index('sign_in_attempt_last_at_idx', ['lastAt'])
@Check('sign_in_attempt_account_hash_check', 'octet_length(account_hash) = 32')
@Check('sign_in_attempt_failures_check', 'failures > 0')
export class SignInAttempt {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'sign_in_attempt_pkey' })
  accountHash: Buffer;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sign_in_attempt_pkey' })
  network: string;

  @Column({ type: 'integer' })
  failures: number;

  @Column({ type: 'timestamptz' })
  lastAt: Date;

  /** Before this no password is looked at. */
  @Column({ type: 'timestamptz' })
  nextAt: Date;
}
