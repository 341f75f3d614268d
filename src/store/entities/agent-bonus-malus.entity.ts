import { Check, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { BonusMalusColumns } from '../bonus-malus-columns.js';
import { AgentEntity } from './agent.entity.js';

/** A later row of the bonus-malus registry, as an agent of the sandbox has it; production has none. Written by: renewals. */
@Entity()
@Check('agent_bonus_malus_afm_check', `afm ~ '^[0-9]{9}$'`)
@Check('agent_bonus_malus_bonus_malus_check', '(bonus_malus >= 1) AND (bonus_malus <= 99)')
@Check('agent_bonus_malus_claims_check', '(claims_last_year >= 0) AND (claims_last_year <= claims_last_5_years)')
@Check('agent_bonus_malus_plate_no_check', `plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'`)
export class AgentBonusMalusEntity extends BonusMalusColumns {
  @PrimaryColumn('text') agentCode: string;

  @ManyToOne(() => AgentEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'agent_code' })
  agent: Relation<AgentEntity>;
}
