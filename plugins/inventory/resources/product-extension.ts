import { type FieldsDraft, type DraftInput, extendResource, f, sql, type StoredFieldsRow } from 'stoa'
import { product, stock, stocksSql } from 'stoa/plugins/catalogue'
import { stockLevels } from '../services/stock/available.ts'
import { inventoryHistory } from './inventory-history.ts'
import { inventory } from './inventory.ts'

const fields = { inventories: f.rows(inventory, { by: 'stock_id', default: [{ quantity: 0 }] }) }

type Line = NonNullable<FieldsDraft<typeof fields>['inventories']>[number]
type StoredLine = StoredFieldsRow<typeof fields>['inventories'][number]

/** Inventory rows are saved with their stock item, and so with the product. */
export const inventoriesOfStock = extendResource(stock, { fields, hooks: { beforeValidate: keepInventoryRows } })

/** Stock movements of a product, as a section of its form. */
export const historyOfProduct = extendResource(product, {
  fields: {
    inventories_histories: f.rows(inventoryHistory, { by: 'product_id', group: 'history', readOnly: true, sheet: false }),
  },
  tabs: { history: ['history'] },
  columns: {
    available: {
      field: f.int({ list: 5 }),
      read: () =>
        sql`(select sum(${stockLevels.available})::int from ${stocksSql} where p.id = t.id and s.visibled and s.deleted_at is null)`,
    },
  },
})

/** Absent rows stay, imported rows match existing ones, and a copied product has no stock. */
function keepInventoryRows({ source, old, input }: DraftInput<typeof fields>): void {
  if (!input.inventories) return
  if (source === 'clone') input.inventories = toEmptyRows(input.inventories)
  else if (old)
    input.inventories = addMissingRows(
      source === 'import' ? matchExistingRows(input.inventories, old.inventories) : input.inventories,
      old.inventories,
    )
}

/** Rows may have been added since a form was opened: a row is hidden explicitly, not by leaving it out. */
function addMissingRows(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const inputIds = new Set(lines.map(({ id }) => id))
  return [...lines, ...before.filter(({ id }) => !inputIds.has(id)).map(({ id }) => ({ id }))]
}

const getRowKey = (line: Pick<Line, 'warehouse_id' | 'expiry_date' | 'lot_code'>) =>
  [line.warehouse_id, line.expiry_date ?? '', line.lot_code ?? ''].join(' ')

/** Matches rows to stored rows by their unique key, unless a row is matched already. */
function matchExistingRows(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const inputIds = new Set(lines.map(({ id }) => id))
  const rows = new Map(before.filter(({ id }) => !inputIds.has(id)).map((storedLine) => [getRowKey(storedLine), storedLine.id]))
  return lines.map((line) => {
    const id = line.id ?? rows.get(getRowKey(line))
    return id === undefined ? line : { ...line, id }
  })
}

/** One empty row for each warehouse of the original. */
const toEmptyRows = (lines: readonly Line[]): Line[] =>
  [...new Set(lines.filter(({ visibled }) => visibled).map((line) => line.warehouse_id))].map((id) => ({ warehouse_id: id, quantity: 0 }))
