import { ApiProperty } from '@nestjs/swagger';

interface Described {
  readonly prototype: object;
  readonly _OPENAPI_METADATA_FACTORY?: () => Readonly<Record<string, { readonly required?: boolean }>>;
}

export function NullWhereAbsent(): ClassDecorator {
  return (target) => {
    for (let level: unknown = target; typeof level === 'function'; level = Object.getPrototypeOf(level)) {
      const fields = (level as unknown as Described)._OPENAPI_METADATA_FACTORY?.() ?? {};
      for (const [name, noted] of Object.entries(fields))
        if (noted.required !== true) ApiProperty({ ...noted, nullable: true, required: true })(target.prototype as object, name);
    }
  };
}
