import type { FieldInfo } from 'stoa/api-types'
import { problems } from 'stoa/admin/values'
import { onHand, type Option, type Stock } from '../model.ts'
import { type GridColumn, ownGoods } from './cell.ts'

/** Frequently edited fields, shown in the grid; other fields are in the panel below a row. */
const typed = ['sku', 'barcode', 'price', 'special_price', 'points_to_redeem', 'redemption_limit', 'stock_notification']
const redeeming = new Set(['points_to_redeem', 'redemption_limit'])

/** Fields that the panel below a row does not show. */
export const inGrid: ReadonlySet<string> = new Set([...typed, 'visibled', 'recover', 'values', 'inventories', 'order'])

export interface ColumnOptions {
  fields: readonly FieldInfo[]
  options: readonly { key: string; name: string }[]
  redeemable: boolean
  tracked: boolean
  disabled: boolean
  available: string
}

/** Missing values are reported on save, not on paste. */
const getFault = (field: FieldInfo) => (text: string) => problems([{ ...field, required: false }], { [field.name]: text })[field.name]?.[0]

/** The columns in order. */
export function getColumns({ fields, options, redeemable, tracked, disabled, available }: ColumnOptions): GridColumn[] {
  const goods = fields.find(({ name }) => name === 'inventories')?.rows?.find(({ name }) => name === 'quantity')
  return [
    ...(disabled ? [] : [{ name: 'check', label: '', kind: 'check' as const }]),
    { name: 'expand', label: '', kind: 'expand' },
    ...options.map(({ key, name }, place) => ({ name: key, label: name, kind: 'option' as const, place })),
    ...typed.flatMap((name): GridColumn[] => {
      const found = fields.find((field) => field.name === name)
      if (!found || (redeeming.has(name) && !redeemable)) return []
      const field = disabled ? { ...found, readOnly: true } : found
      return [{ name, label: field.label, kind: 'field', field, end: field.widget !== 'text', fault: getFault(field) }]
    }),
    ...(tracked && goods
      ? [{ name: 'goods', label: available, kind: 'goods' as const, end: true, field: goods, fault: getFault(goods) }]
      : []),
    ...(disabled ? [] : [{ name: 'action', label: '', kind: 'action' as const }]),
  ]
}

/** Value labels by option and code. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Labels in the current language. */
export const getWords = (options: readonly Option[], name: (value: Option['values'][number]) => string): Words =>
  new Map(options.map((option) => [option.key, new Map(option.values.map((value) => [value.code, name(value)]))]))

/** Text of a cell, for display and copy. */
export function cellText(column: GridColumn, stock: Stock, words: Words): string {
  if (column.kind === 'option') return words.get(column.name)?.get(stock.values?.[column.name] ?? '') ?? ''
  if (column.kind === 'goods')
    return ownGoods(stock) ? String(stock.inventories?.[0]?.quantity ?? '') : String(onHand(stock.inventories ?? []))
  if (column.kind !== 'field') return ''
  const value = stock[column.name]
  return value === null || value === undefined ? '' : String(value)
}

/** Title of a stock item: its option values, or else its code. */
export function getTitle(stock: Stock, words: Words, oneKind: string): string {
  const labels = [...words.keys()].map((key) => words.get(key)?.get(stock.values?.[key] ?? '') ?? '–')
  return labels.some((word) => word !== '–') ? labels.join(' / ') : stock.sku || oneKind
}
