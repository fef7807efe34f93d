import type { Ctx } from '../context.ts'
import type { Db } from '../db/pool.ts'
import type { Fields, RowOf } from '../fields/types.ts'
import type { SettingsArea } from './api-types.ts'

/** A change of a group that is about to be stored. `next` holds all values, also those that stay. */
export interface SettingsChange<V> {
  db: Db
  ctx: Ctx
  old: V
  next: V
}

/** A tab of the configuration screen: a named group of fields. */
export interface SettingsGroup<F extends Fields = Fields> {
  group: string
  fields: F
  /** Place among the tabs. */
  order?: number
  /** Group of the settings page its card stands in; `system` when absent. */
  area?: SettingsArea
  /** Icon of its card: a name of the admin's registry. */
  icon?: string
  /** Refuses values that do not go together. @throws Failed INVALID by field. */
  check?(change: SettingsChange<ValuesOf<F>>): void | Promise<void>
}

/** Values of a group, one language's texts. */
export type ValuesOf<F extends Fields> = Omit<RowOf<F>, 'id' | 'created_at' | 'updated_at'>

/** A declared group. `Values` exists for its type only. */
export interface DeclaredSettings<F extends Fields = Fields> extends SettingsGroup<F> {
  Values: ValuesOf<F>
}

/** Declares a settings group. Fields marked `open` may be read by the public; `secret` ones are write-only. */
export function defineSettings<const F extends Fields>(group: SettingsGroup<F>): DeclaredSettings<F> {
  return group as DeclaredSettings<F>
}
