import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent of the insurer, in whose name applications are made. Written by: administration of agents, sign-up. */
@Entity()
@Check('agent_code_check', `code ~ '^[A-Za-z0-9._-]{1,20}$'`)
@Check('agent_credit_limit_check', 'credit_limit >= 0')
@Check('agent_name_check', '(char_length(name) >= 1) AND (char_length(name) <= 200)')
@Check('agent_test_code_check', `type <> 'test' OR code ~ '^sbx-'`)
@Check('agent_type_check', `type IN ('direct', 'broker', 'test')`)
export class AgentEntity {
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('text') type: 'direct' | 'broker' | 'test';
  @Column('numeric', { precision: 12, scale: 2 }) creditLimit: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
