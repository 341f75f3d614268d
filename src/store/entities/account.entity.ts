import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

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
