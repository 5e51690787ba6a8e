import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Return the names that a module exports, each with whether it is a value or a type alone. Follows `export *`; a name that is
 * exported without `type` is a value, because the modules are compiled one by one.
 */
export function readExports(file: string): Map<string, 'value' | 'type'> {
  const text = readFileSync(file, 'utf8');
  const names = new Map<string, 'value' | 'type'>();
  for (const { entries } of parseSync(file, text).module.staticExports) {
    for (const { exportName, moduleRequest, isType } of entries) {
      if (exportName.name !== null) names.set(exportName.name, isType ? 'type' : 'value');
      else if (moduleRequest !== null)
        for (const [name, kind] of readExports(join(dirname(file), moduleRequest.value)))
          names.set(name, isType ? 'type' : kind);
    }
  }
  return names;
}
