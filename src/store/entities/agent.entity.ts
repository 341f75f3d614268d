import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class AgentEntity {
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('text') type: 'direct' | 'broker' | 'test';
  @Column('numeric', { precision: 12, scale: 2 }) creditLimit: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;

  @Column('text', { nullable: true }) licenceNo: string | null;
  @Column('text', { nullable: true }) afm: string | null;
  @Column('text', { nullable: true }) legalName: string | null;

  @Column('bytea', { nullable: true }) iban: Buffer | null;

  @Column('text', { nullable: true }) ibanShown: string | null;

  /** Decides the tax that is withheld from commission, by the setting withholdingPercents. */
  @Column('text', { default: 'COMPANY' }) withholding: 'INDIVIDUAL' | 'COMPANY';

  /** Selects rates of commission; null: only rates of the agent's own code. */
  @Column('text', { nullable: true }) commissionType: string | null;

  /** Whether commission reduces what the agent owes; otherwise it is paid by monthly statements. */
  @Column('boolean', { default: false }) nettingAllowed: boolean;

  /** First day of new business; null: always. */
  @Column('date', { nullable: true }) activeFrom: string | null;

  /** First day without new business; null: not closed. */
  @Column('date', { nullable: true }) activeUntil: string | null;

  /** First day on which the keys of its users are refused; null: active_until. */
  @Column('date', { nullable: true }) accessUntil: string | null;

  @Column('boolean', { default: false }) renewalsAllowed: boolean;
}

/** Subagents are never deleted: the status says whether one is active. */
@Entity()
export class SubagentEntity {
  @PrimaryColumn('text') agentCode: string;
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('smallint') status: 0 | 1 | 2 | 3;
}

@Entity()
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') code: string;
  @Column('text') kind: string;
  @Column('text', { nullable: true }) agentCode: string | null;

  /** Debt of the agent; null for accounts of the insurer. */
  @Column('numeric', { precision: 16, scale: 2, nullable: true }) balance: string | null;
}
