import { type DraftOf, type DraftInput, extendResource, f, sql, type StoredOf } from 'stoa'
import { product, stock, stocksSql } from 'stoa/plugins/catalogue'
import { goods } from '../services/stock/available.ts'
import { inventoryHistory } from './inventory-history.ts'
import { inventory } from './inventory.ts'

const fields = { inventories: f.rows(inventory, { by: 'stock_id', default: [{ quantity: 0 }] }) }

type Line = NonNullable<DraftOf<typeof fields>['inventories']>[number]
type StoredLine = StoredOf<typeof fields>['inventories'][number]

/** What lies of a stock is written with it, and so with its product. */
export const goodsOfStock = extendResource(stock, { fields, hooks: { beforeValidate: keepLines } })

/** What came and went of a product, on a page of its form. */
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

/** Lines that are not spoken of stay, sheets find the lines they mean, and a copy lies nowhere yet. */
function keepLines({ source, old, input }: DraftInput<typeof fields>): void {
  if (!input.inventories) return
  if (source === 'clone') input.inventories = emptied(input.inventories)
  else if (old)
    input.inventories = withAll(source === 'import' ? whereTheyLay(input.inventories, old.inventories) : input.inventories, old.inventories)
}

/** Goods may have come into new lines since a form was opened: a line is hidden by saying so, not by leaving it out. */
function withAll(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const spoken = new Set(lines.map(({ id }) => id))
  return [...lines, ...before.filter(({ id }) => !spoken.has(id)).map(({ id }) => ({ id }))]
}

const place = (line: Pick<Line, 'warehouse_id' | 'expiry_date' | 'lot_code'>) =>
  [line.warehouse_id, line.expiry_date ?? '', line.lot_code ?? ''].join(' ')

/** Lines of goods by their place: the row for a place that has one, unless it is spoken of already. */
function whereTheyLay(lines: readonly Line[], before: readonly StoredLine[]): Line[] {
  const spoken = new Set(lines.map(({ id }) => id))
  const rows = new Map(before.filter(({ id }) => !spoken.has(id)).map((one) => [place(one), one.id]))
  return lines.map((line) => {
    const id = line.id ?? rows.get(place(line))
    return id === undefined ? line : { ...line, id }
  })
}

/** Every warehouse the original lay in gets one empty line. */
const emptied = (lines: readonly Line[]): Line[] =>
  [...new Set(lines.filter(({ visibled }) => visibled).map((line) => line.warehouse_id))].map((id) => ({ warehouse_id: id, quantity: 0 }))
