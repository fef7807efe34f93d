import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

/** A shop with purchasing: two members of staff, a warehouse, a supplier and stocks. */
export interface Setting {
  it: TestApp
  buyer: Client
  boss: Client
  warehouse: number
  supplier: number
  stock: Record<string, number>
}

export async function setting(plugins: readonly string[] = []): Promise<Setting> {
  const it = await testApp(['purchasing', ...plugins])
  const buyer = await it.staff('owner')
  const boss = await it.staff('owner')
  const warehouse = (await buyer.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  const stock: Record<string, number> = {}
  for (const [sku, more] of [
    ['tea', {}],
    ['pot', {}],
    ['milk', { has_expiry_date: true }],
  ] as const) {
    const { body } = await buyer.post('/api/admin/product', {
      name: { 'en-US': sku, 'zh-HK': `${sku} 茶` },
      sku,
      url: sku,
      stocks: [{ sku: `${sku}-1`, price: '100', stock_notification: 5, inventories: [] }],
      ...more,
    })
    stock[sku] = body.stocks[0].id
  }
  const made = await buyer.post('/api/admin/supplier', {
    code: 'WLT',
    name: 'West Lake 西湖茶業',
    email: 'orders@westlake.test',
    currency: 'USD',
    paper_language: 'zh-HK',
    lead_time_days: 14,
    stocks: [
      { stock_id: stock.tea, supplier_sku: 'W-TEA', cost: '12.80', min_qty: 6 },
      { stock_id: stock.milk, cost: '2.00' },
    ],
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return { it, buyer, boss, warehouse, supplier: made.body.id, stock }
}

/** Creates a draft order with these quantities by SKU. */
export async function draft(
  { buyer, warehouse, supplier, stock }: Setting,
  lines: Record<string, number>,
  more: object = {},
): Promise<number> {
  const { status, body } = await buyer.post('/api/admin/po', {
    supplier_id: supplier,
    warehouse_id: warehouse,
    lines: Object.entries(lines).map(([sku, quantity]) => ({
      stock_id: stock[sku],
      quantity,
      ...(sku === 'pot' ? { unit_cost: '5' } : {}),
    })),
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Creates a sent order and returns the ids of its lines by SKU. */
export async function sent(
  s: Setting,
  lines: Record<string, number>,
  more: object = {},
): Promise<{ id: number; line: Record<string, number> }> {
  const id = await draft(s, lines, more)
  const { status, body } = await s.buyer.post(`/api/admin/po/${id}/submit`)
  if (status !== 200 || body.status !== 'sent') throw new Error(JSON.stringify(body))
  const rows = await s.it.kernel.db.rows<{ id: number; stock_id: number }>(
    sql`select id, stock_id from purchase_order_line where po_id = ${id} order by id`,
  )
  const skus = Object.entries(s.stock)
  return { id, line: Object.fromEntries(rows.map((r) => [skus.find(([, stock]) => stock === r.stock_id)?.[0] ?? '', r.id])) }
}

/** The quantity of a stock over all its inventory lines. */
export async function onHand({ it, stock }: Setting, sku: string): Promise<number> {
  const row = await it.kernel.db.one<{ n: number }>(
    sql`select coalesce(sum(quantity), 0)::int as n from inventory where stock_id = ${stock[sku]}`,
  )
  return row?.n ?? 0
}
