import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent of the insurer. */
@Entity()
export class AgentEntity {
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('text') type: 'direct' | 'broker' | 'test';
  @Column('numeric', { precision: 12, scale: 2 }) creditLimit: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
