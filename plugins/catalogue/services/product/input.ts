import type { FieldsDraft, StoredFieldsRow } from 'stoa'
import type { Choice } from '../../domain/identity.ts'
import type { ProductFields } from '../../resources/product-fields.ts'

/** A stored product with its child rows. */
export type Product = StoredFieldsRow<ProductFields>
export type Stock = Product['stocks'][number]

/** A stock item in a write; with an id it is an existing one. */
export type StockLine = NonNullable<FieldsDraft<ProductFields>['stocks']>[number]
export type OptionLine = NonNullable<FieldsDraft<ProductFields>['options']>[number]

/** Whether a value is missing or empty. */
export const blank = (value: unknown): value is undefined | null | '' => value === undefined || value === null || value === ''

/** Whether a line hides its stock item. */
export const hidden = (line: { visibled?: boolean | undefined }): boolean => line.visibled === false

/** The option values of a stock item in a write; undefined if absent. */
export const getChoice = (line: StockLine): Choice | undefined => line.values as Choice | undefined

/** The option values of a stored stock item. */
export const getValues = (row: Stock): Choice => (row.values ?? {}) as Choice

/** The options of a product after a write, with keys and values; absent ones stay. */
export function getOptionsAfter({
  input,
  old,
}: {
  input: { options?: OptionLine[] | null | undefined }
  old: Product | null
}): OptionLine[] {
  const before = old?.options ?? []
  return (input.options ?? before).map((line) => {
    const row = before.find(({ id }) => id === line.id)
    return { ...line, key: line.key ?? row?.key, values: line.values ?? row?.values ?? [] }
  })
}
