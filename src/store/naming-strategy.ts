import { DefaultNamingStrategy } from 'typeorm';

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
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
