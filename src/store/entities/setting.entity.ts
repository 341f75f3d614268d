import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting of the insurer, one row for each. */
@Entity()
export class SettingEntity {
  @PrimaryColumn('text') key: string;
  @Column('jsonb') value: object | string | number;
  @Column('timestamptz') updatedAt: Date;
}
