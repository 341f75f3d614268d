import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class WebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') programId: number;
  @Column('text') agentCode: string;

  @Column('bigint') userId: number;
  @Column('text') url: string;

  /** Empty for all types. */
  @Column('text', { array: true, default: '{}' }) types: string[];
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { default: 'enabled' }) status: string;
  @Column('text', { nullable: true }) disabledReason: string | null;

  /** Encrypted with SECRETS_KEY, which is in no table. */
  @Column('bytea') secret: Buffer;

  @Column('bytea', { name: 'former_secret', nullable: true }) previousSecret: Buffer | null;
  @Column('timestamptz', { name: 'former_secret_until', nullable: true }) previousSecretUntil: Date | null;

  /** First failure after the last success. */
  @Column('timestamptz', { nullable: true }) failingSince: Date | null;
  @Column('timestamptz', { nullable: true }) lastSuccessAt: Date | null;

  /** Time from which the owner gets a mail that it is disabled; null without such a mail. */
  @Column('timestamptz', { nullable: true }) noticeDueAt: Date | null;

  /** Tests of the last hour; the next test removes older ones. */
  @Column('timestamptz', { array: true, default: '{}' }) testedAt: Date[];

  @Column('timestamptz', { array: true, default: '{}' }) resentAt: Date[];
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;

  /** Deleted for its owner since then; the row is deleted after its deliveries. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
