import type { Ctx } from '../context.ts'
import type { Db } from '../db/pool.ts'
import type { Fields, FieldsRow } from '../fields/types.ts'
import type { SettingsArea } from './api-types.ts'

/** A change of a settings group before it is stored. `next` has all values, including unchanged ones. */
export interface SettingsChange<V> {
  db: Db
  ctx: Ctx
  old: V
  next: V
}

/** A tab of the settings: a named group of fields. */
export interface SettingsGroup<F extends Fields = Fields> {
  group: string
  fields: F
  /** Order among the tabs. */
  order?: number
  /** Settings area of its card; `system` by default. */
  area?: SettingsArea
  /** Icon of its card: a name in the admin's icon registry. */
  icon?: string
  /** Refuses inconsistent values. @throws AppError INVALID by field. */
  check?(change: SettingsChange<SettingsValues<F>>): void | Promise<void>
}

/** Values of a group, with texts in one language. */
export type SettingsValues<F extends Fields> = Omit<FieldsRow<F>, 'id' | 'created_at' | 'updated_at'>

/** A declared group. `Values` exists for its type only. */
export interface DeclaredSettings<F extends Fields = Fields> extends SettingsGroup<F> {
  Values: SettingsValues<F>
}

/** Declares a settings group. Fields marked `open` may be read by the public; `secret` ones are write-only. */
export function defineSettings<const F extends Fields>(group: SettingsGroup<F>): DeclaredSettings<F> {
  return group as DeclaredSettings<F>
}
