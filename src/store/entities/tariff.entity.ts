import { Column, Entity, PrimaryColumn } from 'typeorm';

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
