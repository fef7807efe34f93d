import { defineRecord, type DraftInput, f, type SavedRecord, sql } from 'stoa'
import { goodsColumns } from 'stoa/plugins/catalogue'
import { actorName } from '../services/stock/ledger.ts'
import { inventoryMovement } from './movement.ts'

const fields = {
  stock_id: f.one('stock', { list: 9, filter: true, sheet: false }),
  warehouse_id: f.one('warehouse', { list: 3, filter: true }),
  quantity: f.int({ min: 0, list: 4, sort: true }),
  reserved: f.int({ readOnly: true, list: 5, sort: true, sheet: false }),
  available_inventories: f.int({ readOnly: true, list: 6, sort: true, sheet: false }),
  expiry_date: f.maybe(f.date({ list: 7, sort: true, filter: true })),
  lot_code: f.maybe(f.text({ maxLength: 60, list: 8, search: true })),
  is_discard: f.flag({ default: false, filter: true, readOnly: true, sheet: false }),
  visibled: f.flag({ default: true, filter: true, sheet: false }),
}

/** Stock of a variant in one warehouse, by expiry date and lot. Its quantity always equals the sum of its movements. */
export const inventory = defineRecord({
  name: 'inventory',
  events: [],
  path: 'inventories',
  verbs: ['get', 'export'],
  label: 'lot_code',
  hide: 'visibled',
  audit: false,
  listStamps: false,
  fields,
  columns: goodsColumns(sql`t.stock_id`),
  hooks: { beforeValidate: ignoreFormQuantity, afterSaveMany: bookDifferences },
})

/**
 * A form holds the quantity of when it was opened, and units may have been sold since. A form therefore never sets
 * the quantity of an existing row; use plus, minus, update or an import.
 */
function ignoreFormQuantity({ mode, source, input }: DraftInput<typeof fields>): void {
  if (mode === 'update' && source !== 'import') delete input.quantity
}

/** Books the difference of each write, so that the ledger explains every unit. */
async function bookDifferences(saved: readonly SavedRecord<typeof fields>[]): Promise<void> {
  const changes = saved.flatMap(({ id, mode, old, input, source }) => {
    const quantity = (input.quantity ?? old?.quantity ?? 0) - (old?.quantity ?? 0)
    return quantity === 0 ? [] : [{ id, quantity, type: source === 'import' ? 'import' : mode === 'create' ? 'plus' : 'update' }]
  })
  const [first] = saved
  if (!first || changes.length === 0) return
  const lines = sql`unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ type }) => type)}::text[], ${changes.map(({ quantity }) => quantity)}::int[])
      with ordinality as b(id, type, quantity, n) join inventory i on i.id = b.id order by b.n`
  await first.tx.run(
    first.tx.insertSql(
      inventoryMovement,
      {
        inventory_id: sql`i.id`,
        stock_id: sql`i.stock_id`,
        warehouse_id: sql`i.warehouse_id`,
        type: sql`b.type`,
        quantity: sql`b.quantity`,
        balance_after: sql`i.quantity`,
        actor: actorName(first.ctx),
      },
      lines,
    ),
  )
}
