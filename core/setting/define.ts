import type { Fields, RowOf } from '../fields/types.ts'

/** A tab of the configuration screen: a named group of fields. */
export interface SettingsGroup<F extends Fields = Fields> {
  group: string
  fields: F
  /** Place among the tabs. */
  order?: number
}

/** A declared group. `Values` exists for its type only. */
export interface DeclaredSettings<F extends Fields = Fields> extends SettingsGroup<F> {
  Values: Omit<RowOf<F>, 'id' | 'created_at' | 'updated_at'>
}

/** Declares a settings group. Fields marked `open` may be read by the public; `secret` ones are write-only. */
export function defineSettings<const F extends Fields>(group: SettingsGroup<F>): DeclaredSettings<F> {
  return group as DeclaredSettings<F>
}
