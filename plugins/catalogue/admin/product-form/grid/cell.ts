import type { FieldInfo } from 'stoa/api-types'
import { plainAmount } from 'stoa/admin/values'
import type { Stock } from '../model.ts'

/** A grid column. Columns with a field are editable; others are read-only or have a control. */
export interface GridColumn {
  name: string
  label: string
  kind: 'check' | 'expand' | 'option' | 'field' | 'goods' | 'action'
  field?: FieldInfo
  /** Index among the option columns, which are sticky. */
  place?: number
  /** Right-aligned, for numbers. */
  end?: boolean
  /** Why a text is invalid in a cell; undefined if it is valid. */
  fault?: (text: string) => string | undefined
}

/** An unsaved stock item has its initial quantity in its only stock line, which is edited in the grid. */
export const ownGoods = (stock: Stock): boolean => stock.id === undefined && stock.inventories?.length === 1

/** Whether a cell is editable. */
export const typable = (column: GridColumn, stock: Stock): boolean =>
  stock.visibled &&
  column.field !== undefined &&
  !column.field.readOnly &&
  (column.kind === 'field' || (column.kind === 'goods' && ownGoods(stock)))

/** Normalizes text from a spreadsheet: amounts lose currency and separators. */
export function tidy(column: GridColumn, text: string): string {
  const plain = text.trim()
  if (column.field?.widget === 'money') return plainAmount(plain.replace(/^[^\d.-]+(?=[\d.])/, '').replace(/(?<=\d)[^\d.]+$/, ''))
  if (column.field?.widget === 'int') return plain.replaceAll(',', '').replace(/\.0+$/, '')
  return plain
}

/** Text in the format of the server's response, so that an unchanged value is no change. */
function settled(column: GridColumn, text: string): unknown {
  if (column.fault?.(text)) return text
  if (text === '') return column.field?.widget === 'text' && column.field.required ? '' : null
  if (column.field?.widget === 'money') return Number(text).toFixed(2)
  return column.field?.widget === 'int' ? Number(text) : text
}

/** A stock item with the edited cell. */
export function withCell(column: GridColumn, stock: Stock, text: string): Stock {
  const value = settled(column, text)
  if (column.kind === 'goods')
    return { ...stock, inventories: stock.inventories?.map((line) => ({ ...line, quantity: Number(value ?? 0) })) }
  return { ...stock, [column.name]: value }
}
