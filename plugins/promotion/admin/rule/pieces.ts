import type { FieldInfo } from 'stoa/api-types'
import { useAnswer } from 'stoa/admin'
import type { AskedField, PiecesView } from '../../api-types.ts'

/** A part of a rule, as the form holds it. */
export interface Part {
  type: string
  value: Record<string, unknown>
}

/** The pieces that are installed, with what is asked for each. */
export const usePieces = (): PiecesView | undefined => useAnswer<PiecesView>('promotion/pieces')

/** What is asked, as the form draws fields. */
export const drawn = (field: AskedField): FieldInfo => ({
  ...field,
  widget: field.widget as FieldInfo['widget'],
  localized: false,
  readOnly: false,
  group: '',
})

/** A piece nobody has filled in yet. */
export const begun = (type: string, fields: readonly AskedField[]): Part => ({
  type,
  value: Object.fromEntries(fields.flatMap(({ name, default: start }) => (start === undefined ? [] : [[name, start]]))),
})

/** What was typed, as the server takes it: whole numbers are numbers, and what is blank is absent. */
export function sent(field: AskedField, typed: unknown): unknown {
  if (typed === '' || typed === null || typed === undefined) return null
  if (field.widget === 'int' && typeof typed === 'string' && /^\d+$/.test(typed.trim())) return Number(typed)
  return typed
}

/** The fields a choice of goods has, which stand together. */
export const isGoods = ({ name }: AskedField): boolean => ['products', 'categories', 'brands'].includes(name)
