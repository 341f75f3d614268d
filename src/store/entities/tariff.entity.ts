import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A version of a tariff as it was loaded; never changed. Written by: the command `tariff`. */
@Entity()
@Check('tariff_branch_check', `branch IN ('FIRE', 'MOTOR')`)
@Check('tariff_dates_check', '(valid_to IS NULL) OR (valid_to >= valid_from)')
export class TariffEntity {
  @PrimaryColumn('text') code: string;
  @PrimaryColumn('integer') version: number;
  @Column('text') branch: string;
  @Column('date') validFrom: string;
  @Column('date', { nullable: true }) validTo: string | null;
  @Column('jsonb') content: unknown;
  @Column('bytea') sha256: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) loadedAt: Date;
}
