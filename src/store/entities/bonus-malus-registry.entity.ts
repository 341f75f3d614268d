import { Check, Entity } from 'typeorm';
import { BonusMalusColumns } from '../bonus-malus-columns.js';

/** Bonus-malus classes and claims of vehicles, as the registry of the insurers would tell them. Written by: the demo data; no service writes it. */
@Entity()
@Check('bonus_malus_registry_afm_check', `afm ~ '^[0-9]{9}$'`)
@Check('bonus_malus_registry_bonus_malus_check', '(bonus_malus >= 1) AND (bonus_malus <= 99)')
@Check('bonus_malus_registry_claims_check', '(claims_last_year >= 0) AND (claims_last_year <= claims_last_5_years)')
@Check('bonus_malus_registry_plate_no_check', `plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'`)
export class BonusMalusRegistryEntity extends BonusMalusColumns {}
