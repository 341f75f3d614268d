import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What an agent has uploaded on its last day of uploads. Written by: uploads. */
@Entity()
@Check('upload_day_bytes_check', 'bytes >= 0')
export class UploadDayEntity {
  @PrimaryColumn('text') agentCode: string;
  @Column('date') day: string;
  @Column('bigint') bytes: number;
}
