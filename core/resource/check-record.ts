import type { Declared, PluginExtension } from './define.ts'

/** Columns the kernel maintains. */
const baseColumns = new Set(['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'ext'])

/** Hooks of writes through the resource engine. */
const writeHooks = [
  'parseInput',
  'beforeValidate',
  'beforeValidateMany',
  'validate',
  'validateMany',
  'afterSave',
  'afterSaveMany',
  'afterImport',
] as const
/** Hooks of deletions, which use the resource engine when the resource has the verb. */
const removeHooks = ['canDelete', 'afterDelete'] as const

/**
 * @throws Error when another plugin contributes a hook that the owner's own statements would bypass, or when an internal column has
 * the name of a field.
 */
export function checkRecord(where: string, { name, events, internal, verbs, fields }: Declared, guests: readonly PluginExtension[]): void {
  for (const column of Object.keys(internal ?? {}))
    if (column in fields || baseColumns.has(column)) throw new Error(`${where}: the internal column "${column}" has the name of a field`)
  if (!events) return
  const passed = [...writeHooks, ...(verbs?.includes('destroy') ? [] : removeHooks)]
  for (const { plugin: guest, extension } of guests)
    for (const hook of passed)
      if (extension.hooks?.[hook])
        throw new Error(
          `${where}: the hook "${hook}" of plugin "${guest}" would not run, because code writes the rows of "${name}". ` +
            (events.length > 0 ? `Listen to ${events.map((event) => `"${event}"`).join(', ')}` : 'Ask its plugin for an event'),
        )
}
