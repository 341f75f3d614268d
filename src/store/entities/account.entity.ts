import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { AgentEntity } from './agent.entity.js';

/** An account of the ledger. Only the account of an agent keeps its balance. Written by: administration of agents; bookings change the balance. */
@Entity()
@Unique('account_agent_code_key', ['agentCode'])
@Unique('account_code_key', ['code'])
@Check(
  'account_agent_check',
  `CASE WHEN (kind = 'AGENT') THEN (num_nonnulls(agent_code, balance) = 2) ELSE (num_nonnulls(agent_code, balance) = 0) END`,
)
@Check(
  'account_kind_check',
  `kind IN ('AGENT', 'PREMIUM_INCOME', 'FEE_INCOME', 'TAX_PAYABLE', 'LEVY_PAYABLE', 'BANK', 'CUSTOMER_PAYABLE', 'SUSPENSE', 'AGENT_PAYABLE', 'SENDER_PAYABLE')`,
)
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') code: string;
  @Column('text') kind: string;
  @Column('text', { nullable: true }) agentCode: string | null;
  @ManyToOne(() => AgentEntity) @JoinColumn({ referencedColumnName: 'code' }) agent: Relation<AgentEntity> | null;

  /** What the agent owes; null for the accounts of the insurer. */
  @Column('numeric', { precision: 16, scale: 2, nullable: true }) balance: string | null;
}
