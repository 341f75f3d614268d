import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** An address of a program that an agent's events are sent to. Written by: administration of webhooks, and their delivery, which disables one that fails and takes away one that was deleted. */
@Entity()
@Index('webhook_agent_code_idx', ['agentCode', 'programId', 'id'])
@Check('webhook_status_check', `status IN ('enabled', 'disabled')`)
@Check('webhook_disabled_reason_check', `disabled_reason IN ('OWNER', 'GONE', 'FAILING', 'SECRET_UNREADABLE')`)
@Check('webhook_disabled_check', `(status = 'disabled') = (disabled_reason IS NOT NULL)`)
@Check('webhook_former_secret_check', '(former_secret IS NULL) = (former_secret_until IS NULL)')
export class WebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') programId: number;
  @Column('text') agentCode: string;
  @ManyToOne(() => AgentEntity, { nullable: false }) @JoinColumn({ name: 'agent_code' }) agent: Relation<AgentEntity>;

  /** Who made it, and is told when it is disabled. */
  @Column('bigint') userId: number;
  @Column('text') url: string;

  /** Empty: all. */
  @Column('text', { array: true, default: '{}' }) types: string[];
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { default: 'enabled' }) status: string;
  @Column('text', { nullable: true }) disabledReason: string | null;

  /** Encrypted with SECRETS_KEY, which no table holds. */
  @Column('bytea') secret: Buffer;

  /** After a rotation, until then: the secret before it. */
  @Column('bytea', { nullable: true }) formerSecret: Buffer | null;
  @Column('timestamptz', { nullable: true }) formerSecretUntil: Date | null;

  /** Of the first failure after the last success. */
  @Column('timestamptz', { nullable: true }) failingSince: Date | null;
  @Column('timestamptz', { nullable: true }) lastSuccessAt: Date | null;

  /** Its owner is to be told that it was disabled, from then on; null: there is nothing to tell. */
  @Column('timestamptz', { nullable: true }) noticeDueAt: Date | null;

  /** Calls of the last hour for a test; older ones go with the next. */
  @Column('timestamptz', { array: true, default: '{}' }) testedAt: Date[];

  /** The same of calls to send again. */
  @Column('timestamptz', { array: true, default: '{}' }) resentAt: Date[];
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;

  /** Since then it is nobody's; its deliveries go in parts, and it with the last of them. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
