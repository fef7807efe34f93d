import { defineResource, f, type DeleteContext, sql, message, type Message } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { rejectUnknownCurrency } from '../services/currencies.ts'

/** Price and terms of a supplier for a stock, in the supplier's currency. */
export const supplierStock = defineResource({
  name: 'supplier_stock',
  verbs: [],
  label: 'supplier_sku',
  fields: {
    supplier_id: f.one('supplier'),
    stock_id: f.one('stock'),
    supplier_sku: f.text({ default: '', maxLength: 100 }),
    cost: f.money(),
    min_qty: f.int({ default: 1, min: 1, max: 100_000 }),
  },
  sheet: { key: ['stock_id'] },
})

/** A supplier. Prices are in the supplier's currency, documents in the supplier's language. */
export const supplier = defineResource({
  name: 'supplier',
  label: 'name',
  match: 'code',
  enabledBy: 'enabled',
  locked: true,
  sortBy: 'name',
  fields: {
    code: f.text({ unique: true, maxLength: 60, list: 1, sort: true, search: true }),
    name: f.text({ list: 2, sort: true, search: true }),
    contact_name: f.text({ default: '', list: 3, search: true }),
    phone: f.text({ default: '', maxLength: 60 }),
    email: f.maybe(f.email({ list: 4, search: true })),
    address: f.area({ default: '', maxLength: 500 }),
    remark: f.area({ default: '' }),
    currency: f.text({ default: '', maxLength: 3, list: 5, filter: true, group: 'side' }),
    paper_language: f.pick(['en-US', 'zh-HK', 'zh-CN'], { default: 'zh-HK', group: 'side' }),
    payment_terms_days: f.int({ default: 30, min: 0, max: 365, group: 'side' }),
    lead_time_days: f.int({ default: 7, min: 0, max: 365, list: 6, sort: true, group: 'side' }),
    enabled: f.flag({ default: true, list: 7, filter: true, inline: true, batch: true, group: 'side' }),
    stocks: f.rows(supplierStock, { by: 'supplier_id', group: 'price' }),
  },
  hooks: {
    beforeValidate: ({ ctx, mode, input }) => {
      if (input.currency === '' || (mode === 'create' && !input.currency)) input.currency = baseCurrency(ctx.kernel)
      input.currency = input.currency?.toUpperCase()
    },
    validate: ({ ctx, input }) => rejectUnknownCurrency(ctx, input.currency),
    canDelete: inUse,
  },
})

async function inUse({ tx, row }: DeleteContext): Promise<true | Message> {
  const used = await tx.one<{ n: number }>(sql`select count(*) as n from purchase_order where supplier_id = ${row.id}`)
  return used && used.n > 0 ? message('purchasing:error.supplier_used', { count: used.n }) : true
}
