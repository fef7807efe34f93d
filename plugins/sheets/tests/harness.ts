import { sql } from '../../../core/db/sql.ts'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'
import type { Format } from '../source/line.ts'
import type { Ctx } from '../../../core/context.ts'
import type { Row } from 'stoa/api-types'
import type { ImportAnswer } from '../api-types.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { addFiles } from '../../../tests/support/files.ts'
import { sheetShop, sheetTables } from './shop.ts'

/** A product of the test shop with its child rows. */
export type Product = Row & { images: Row[]; stocks: (Row & { inventories: Row[] })[] }

/** The test shop with helpers for sheets. */
export interface Shop {
  it: TestApp
  ctx: Ctx
  /** Imports CSV text. */
  put(csv: string, o?: ImportOptions, ctx?: Ctx): Promise<ImportAnswer>
  /** Exports the products. */
  out(format: Format, o?: object): Promise<Buffer>
  all(): Promise<Product[]>
  firstProduct(): Promise<Product>
  place(code?: string): Promise<Row>
  empty(): Promise<unknown>
}

export async function openShop(): Promise<Shop> {
  const it = await testApp(['sheets'], { extra: [sheetShop], tables: sheetTables })
  const { ctx, kernel } = it
  await addFiles(kernel.db, ['img/a.png', 'img/b.png'])
  const all = async () => {
    const ids = await kernel.db.rows<{ id: number }>(sql`select id from t_product order by id`)
    return Promise.all(ids.map((r) => kernel.resources.get(ctx, 't_product', r.id, '*') as Promise<Product>))
  }
  return {
    it,
    ctx,
    all,
    firstProduct: async () => (await all())[0] as Product,
    put: (csv, o = {}, callerCtx = ctx) => importRecords(callerCtx, 't_product', { name: 'a.csv', bytes: Buffer.from(csv) }, o),
    async out(format, o = {}) {
      const parts: Buffer[] = []
      for await (const part of exportRecords(ctx, 't_product', { format, ...o })) parts.push(part)
      return Buffer.concat(parts)
    },
    place: (code = 'main') => kernel.resources.create(ctx, 't_place', { code }),
    empty: () =>
      kernel.db.pool.query(`truncate t_brand, t_group, t_place, t_product, t_product_group, t_picture, t_stock,
        t_inventory, import_mapping, audit_log restart identity cascade`),
  }
}
