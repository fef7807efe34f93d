import { type FieldsDraft, type DraftInput, extendResource, f, sql, type StoredFieldsRow } from 'stoa'
import { product, stock, stocksSql } from 'stoa/plugins/catalogue'
import { goods } from '../services/stock/available.ts'
import { inventoryHistory } from './inventory-history.ts'
import { inventory } from './inventory.ts'

const fields = { inventories: f.rows(inventory, { by: 'stock_id', default: [{ quantity: 0 }] }) }

type Line = NonNullable<FieldsDraft<typeof fields>['inventories']>[number]
type StoredLine = StoredFieldsRow<typeof fields>['inventories'][number]

/** Stock lines are saved with their stock item, and so with the product. */
export const goodsOfStock = extendResource(stock, { fields, hooks: { beforeValidate: keepLines } })

/** Stock movements of a product, as a section of its form. */
export const historyOfProduct = extendResource(product, {
  fields: {
    inventories_histories: f.rows(inventoryHistory, { by: 'product_id', group: 'history', readOnly: true, sheet: false }),
  },
  tabs: { history: ['history'] },
  columns: {
    available: {
      field: f.int({ list: 5 }),
      read: () => sql`(select sum(${goods.available})::int from ${stocksSql} where p.id = t.id and s.visibled and s.deleted_at is null)`,
    },
  },
})

/** Absent lines stay, imported lines match existing ones, and a copied product has no stock. */
function keepLines({ source, old, input }: DraftInput<typeof fields>): void {
  if (!input.inventories) return
  if (source === 'clone') input.inventories = emptied(input.inventories)
  else if (old)
    input.inventories = withAll(source === 'import' ? whereTheyLay(input.inventories, old.inventories) : input.inventories, old.inventories)
}

/** Lines may have been added since a form was opened: a line is hidden explicitly, not by leaving it out. */
function withAll(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const inputIds = new Set(lines.map(({ id }) => id))
  return [...lines, ...before.filter(({ id }) => !inputIds.has(id)).map(({ id }) => ({ id }))]
}

const place = (line: Pick<Line, 'warehouse_id' | 'expiry_date' | 'lot_code'>) =>
  [line.warehouse_id, line.expiry_date ?? '', line.lot_code ?? ''].join(' ')

/** Matches lines to existing rows by their place, unless a row is matched already. */
function whereTheyLay(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const inputIds = new Set(lines.map(({ id }) => id))
  const rows = new Map(before.filter(({ id }) => !inputIds.has(id)).map((storedLine) => [place(storedLine), storedLine.id]))
  return lines.map((line) => {
    const id = line.id ?? rows.get(place(line))
    return id === undefined ? line : { ...line, id }
  })
}

/** One empty line for each warehouse of the original. */
const emptied = (lines: readonly Line[]): Line[] =>
  [...new Set(lines.filter(({ visibled }) => visibled).map((line) => line.warehouse_id))].map((id) => ({ warehouse_id: id, quantity: 0 }))
