import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A version of a reference list. It holds the whole list and is never changed. Written by: the command `parameters`. */
@Entity()
@Check('parameter_version_content_check', `json_typeof(content) = 'array'`)
@Check('parameter_version_version_check', 'version > 0')
export class ParameterVersionEntity {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('integer') version: number;
  @Column('date') validFrom: string;
  @Column('json') content: unknown;
  @Column('timestamptz', { default: () => 'now()' }) loadedAt: Date;
}
