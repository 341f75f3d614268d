import { Column, PrimaryColumn } from 'typeorm';

/** What is known of a vehicle and its owner: everywhere, and as an agent of the sandbox has it. */
export abstract class BonusMalusColumns {
  @PrimaryColumn('text') plateNo: string;
  @PrimaryColumn('text') afm: string;
  @Column('smallint') bonusMalus: number;
  @Column('smallint') claimsLastYear: number;
  @Column('smallint', { name: 'claims_last_5_years' }) claimsLast5Years: number;
  @Column('text') source: string;
  @Column('date') asOf: string;
}
