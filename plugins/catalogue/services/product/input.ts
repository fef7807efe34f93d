import type { DraftOf, StoredOf } from 'stoa'
import type { Choice } from '../../domain/identity.ts'
import type { ProductFields } from '../../resources/product-fields.ts'

/** A product as it is stored, with its rows. */
export type Product = StoredOf<ProductFields>
export type Stock = Product['stocks'][number]

/** A stock as a write says it: with an id one that is stored. */
export type StockLine = NonNullable<DraftOf<ProductFields>['stocks']>[number]
export type OptionLine = NonNullable<DraftOf<ProductFields>['options']>[number]

/** Nothing was given. */
export const blank = (value: unknown): value is undefined | null | '' => value === undefined || value === null || value === ''

/** A line that is to be hidden. */
export const hidden = (line: { visibled?: boolean | undefined }): boolean => line.visibled === false

/** The combination a stock is; undefined when the line does not say it. */
export const getChoice = (line: StockLine): Choice | undefined => line.values as Choice | undefined

/** The combination a stored stock is. */
export const getValues = (row: Stock): Choice => (row.values ?? {}) as Choice

/** The options a product has after a write, each with its key and values: what the write leaves out is as it was. */
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
