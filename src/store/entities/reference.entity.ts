import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class SettingEntity {
  @PrimaryColumn('text') key: string;
  @Column('jsonb') value: object | string | number;
  @Column('timestamptz') updatedAt: Date;
}

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

@Entity()
export class ParameterVersionEntity {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('integer') version: number;
  @Column('date') validFrom: string;
  @Column('json') content: unknown;
  @Column('timestamptz', { default: () => 'now()' }) loadedAt: Date;
}
