import type { FieldInfo } from 'stoa/api-types'
import { plainAmount } from 'stoa/admin/values'
import type { Stock } from '../model.ts'

/** A column of the grid. Those with a field are typed in; the others are read or pressed. */
export interface GridColumn {
  name: string
  label: string
  kind: 'check' | 'expand' | 'option' | 'field' | 'goods' | 'action'
  field?: FieldInfo
  /** Place among the option columns, which stay in sight. */
  place?: number
  /** Numbers stand at the end of their cell. */
  end?: boolean
  /** Why a text cannot stand in a cell; undefined when it can. */
  fault?: (text: string) => string | undefined
}

/** A stock that is not saved holds its first goods in its only line: they are typed like a price. */
export const ownGoods = (stock: Stock): boolean => stock.id === undefined && stock.inventories?.length === 1

/** Whether people may type into a cell. */
export const typable = (column: GridColumn, stock: Stock): boolean =>
  stock.visibled &&
  column.field !== undefined &&
  !column.field.readOnly &&
  (column.kind === 'field' || (column.kind === 'goods' && ownGoods(stock)))

/** A text from a spreadsheet as the cell wants it: amounts lose their currency and separators. */
export function tidy(column: GridColumn, text: string): string {
  const plain = text.trim()
  if (column.field?.widget === 'money') return plainAmount(plain.replace(/^[^\d.-]+(?=[\d.])/, '').replace(/(?<=\d)[^\d.]+$/, ''))
  if (column.field?.widget === 'int') return plain.replaceAll(',', '').replace(/\.0+$/, '')
  return plain
}

/** A typed text in the form the server answers it in, so that what was not changed is no change. */
function settled(column: GridColumn, text: string): unknown {
  if (column.fault?.(text)) return text
  if (text === '') return column.field?.widget === 'text' && column.field.required ? '' : null
  if (column.field?.widget === 'money') return Number(text).toFixed(2)
  return column.field?.widget === 'int' ? Number(text) : text
}

/** A stock with a cell holding what was typed. */
export function withCell(column: GridColumn, stock: Stock, text: string): Stock {
  const value = settled(column, text)
  if (column.kind === 'goods')
    return { ...stock, inventories: stock.inventories?.map((line) => ({ ...line, quantity: Number(value ?? 0) })) }
  return { ...stock, [column.name]: value }
}
