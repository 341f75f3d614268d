import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An agent of the insurer. */
@Entity()
export class AgentEntity {
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('text') type: 'direct' | 'broker' | 'test';
  @Column('numeric', { precision: 12, scale: 2 }) creditLimit: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}

/** A subagent. None is ever deleted: the status says whether it is active. */
@Entity()
export class SubagentEntity {
  @PrimaryColumn('text') agentCode: string;
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('smallint') status: 0 | 1 | 2 | 3;
}

/** An account of the ledger. Only the account of an agent stores its balance. */
@Entity()
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') code: string;
  @Column('text') kind: string;
  @Column('text', { nullable: true }) agentCode: string | null;

  /** Debt of the agent; null for accounts of the insurer. */
  @Column('numeric', { precision: 16, scale: 2, nullable: true }) balance: string | null;
}
