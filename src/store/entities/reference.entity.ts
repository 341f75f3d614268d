import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting of the insurer, one row for each. */
@Entity()
export class SettingEntity {
  @PrimaryColumn('text') key: string;
  @Column('jsonb') value: object | string | number;
  @Column('timestamptz') updatedAt: Date;
}

/** A version of a tariff as it was loaded; never changed. */
@Entity()
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

/** A version of a reference list. It holds the whole list and is never changed. */
@Entity()
export class ParameterVersionEntity {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('integer') version: number;
  @Column('date') validFrom: string;
  @Column('json') content: unknown;
  @Column('timestamptz', { default: () => 'now()' }) loadedAt: Date;
}
