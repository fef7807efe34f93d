import { expect } from 'vitest'
import { sql } from 'stoa'
import type { Suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'

/** A stock with its product and its first inventory line. */
export interface Goods {
  product: number
  stock: number
  sku: string
  barcode: string
  line: number
}

/** Helpers that create stocks and read their inventory. */
export function goodsIn(shop: Suite, home: () => number) {
  let n = 0
  const readQuantity = async (line: number) =>
    (await shop.it.kernel.db.one<{ quantity: number }>(sql`select quantity from inventory where id = ${line}`))?.quantity
  return {
    warehouse: async (code: string, more: object = {}): Promise<number> =>
      fine(await shop.owner.post('/api/admin/warehouse', { code, name: code, ...more })).body.id,
    /** Creates one stock with inventory lines; a line without a warehouse is in the home warehouse. */
    async goods(lines: readonly object[], more: { stock?: object; product?: object } = {}): Promise<Goods & { lines: number[] }> {
      const sku = `G${++n}`
      const inventories = lines.map((line) => ({ warehouse_id: home(), ...line }))
      const stocks = [{ sku: `${sku}-1`, barcode: `B${sku}`, price: '10.00', inventories, ...more.stock }]
      const { id, stocks: made } = fine(
        await shop.owner.post('/api/admin/product', { name: `Tea ${n}`, sku, url: sku.toLowerCase(), ...more.product, stocks }),
      ).body
      const ids = made[0].inventories.map((line: { id: number }) => line.id)
      return { product: id, stock: made[0].id, sku: made[0].sku, barcode: made[0].barcode, line: ids[0], lines: ids }
    },
    readQuantity,
    /** The movements of an inventory line, oldest first. */
    bookedOn: async (line: number) =>
      (
        await shop.it.kernel.db.rows<{ said: string }>(
          sql`select type || ' ' || quantity || ' ' || balance_after as said from inventory_movement where inventory_id = ${line} order by id`,
        )
      ).map(({ said }) => said),
    heldOn: async (line: number) =>
      (await shop.it.kernel.db.one<{ reserved: number }>(sql`select reserved from inventory where id = ${line}`))?.reserved,
    /** Runs all invariant checks of the inventory plugin. */
    sound: async () => {
      for (const check of Object.values(shop.it.kernel.registry.plugins.find(({ id }) => id === 'inventory')?.checks ?? {}))
        expect(await check(shop.it.kernel)).toEqual([])
    },
  }
}
