import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Postgres names in snake case, constraints and indexes as `<table>_<columns>_<suffix>`: the names our migrations give by hand. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override tableName(className: string, givenName: string | undefined): string {
    return givenName ?? snakeCase(className.replace(/Entity$/, ''));
  }

  override columnName(propertyName: string, givenName: string | undefined, embeddedPrefixes: string[]): string {
    return snakeCase([...embeddedPrefixes, givenName ?? propertyName].join('_'));
  }

  override relationName(propertyName: string): string {
    return snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }

  override primaryKeyName(table: Table | string): string {
    return this.constraintName(table, [], 'pkey');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return this.constraintName(table, columns, 'key');
  }

  override relationConstraintName(table: Table | string, columns: string[]): string {
    return this.constraintName(table, columns, 'key');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return this.constraintName(table, columns, 'fkey');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return this.constraintName(table, columns, 'idx');
  }

  private constraintName(table: Table | string, columns: readonly string[], suffix: string): string {
    return [this.getTableName(table), ...columns, suffix].join('_');
  }
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
