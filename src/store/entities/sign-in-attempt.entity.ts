import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed sign-ins of one account from one place. Written by: sign-in, password changes. */
@Entity()
@Index('sign_in_attempt_last_at_idx', ['lastAt'])
@Check('sign_in_attempt_account_hash_check', 'octet_length(account_hash) = 32')
@Check('sign_in_attempt_failures_check', 'failures > 0')
export class SignInAttemptEntity {
  @PrimaryColumn('bytea') accountHash: Buffer;

  /** The caller's network, a known device, or all strangers together (`*`). */
  @PrimaryColumn('text') network: string;
  @Column('integer') failures: number;
  @Column('timestamptz') lastAt: Date;

  /** Before this no password is looked at. */
  @Column('timestamptz') nextAt: Date;
}
