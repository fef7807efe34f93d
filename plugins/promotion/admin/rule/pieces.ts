import type { FieldInfo } from 'stoa/api-types'
import { useAnswer } from 'stoa/admin'
import type { RuleInputField, PiecesView } from '../../api-types.ts'

/** A condition or an action of a rule, as the form holds it. */
export interface Part {
  type: string
  value: Record<string, unknown>
}

/** The condition and action types that are installed, with their fields. */
export const usePieces = (): PiecesView | undefined => useAnswer<PiecesView>('promotion/pieces')

/** Converts a field of a type to a form field. */
export const drawn = (field: RuleInputField): FieldInfo => ({
  ...field,
  widget: field.widget as FieldInfo['widget'],
  localized: false,
  readOnly: false,
  group: '',
})

/** An empty condition or action of a type. */
export const begun = (type: string, fields: readonly RuleInputField[]): Part => ({
  type,
  value: Object.fromEntries(fields.flatMap(({ name, default: start }) => (start === undefined ? [] : [[name, start]]))),
})

/** Converts a form value to the request format: integers become numbers, blank values are omitted. */
export function sent(field: RuleInputField, typed: unknown): unknown {
  if (typed === '' || typed === null || typed === undefined) return null
  if (field.widget === 'int' && typeof typed === 'string' && /^\d+$/.test(typed.trim())) return Number(typed)
  return typed
}

/** Whether a field selects items. These fields are shown together. */
export const isGoods = ({ name }: RuleInputField): boolean => ['products', 'categories', 'brands'].includes(name)
