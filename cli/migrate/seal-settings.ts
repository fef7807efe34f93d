import type { Kernel } from '../../core/context.ts'
import { isSealed, seal, SEALED } from '../../core/access/seal.ts'
import { sql } from '../../core/db/sql.ts'
import type { Fields } from '../../core/fields/types.ts'

type Stored = Record<string, unknown>

/** Values of a group with all secrets encrypted; the same object when they already are. */
function sealedValues({ config }: Pick<Kernel, 'config'>, fields: Fields, value: Stored): Stored {
  const open = Object.entries(value).filter(
    ([name, secret]) => fields[name]?.['x-field'].secret && typeof secret === 'string' && !isSealed(secret),
  )
  if (open.length === 0) return value
  return { ...value, ...Object.fromEntries(open.map(([name, secret]) => [name, seal(config, SEALED, secret as string)])) }
}

/**
 * Encrypts secrets of settings that were stored as plain text, by an older version or by hand. A row changed concurrently is left
 * for the next start; its new secrets are encrypted by that write.
 */
export async function sealSettings(kernel: Kernel): Promise<void> {
  const rows = await kernel.db.rows<{ name: string; value: Stored }>(sql`select name, value from setting`)
  for (const { name, value } of rows) {
    const sealedValue = sealedValues(kernel, kernel.registry.settings.get(name)?.fields ?? {}, value)
    if (sealedValue === value) continue
    await kernel.db.run(sql`
      update setting set value = ${JSON.stringify(sealedValue)}::jsonb where name = ${name} and value = ${JSON.stringify(value)}::jsonb`)
  }
}
