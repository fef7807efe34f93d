import { defineResource, f, validationError, sql, message, type Tx, type ValidatedInput } from 'stoa'
import { MOST_PRICE, getRate } from 'stoa/plugins/currency'
import { timedPriceWarnings } from '../services/price/warnings.ts'
import { goodsColumns } from './goods-columns.ts'

const recipientGroup = { group: 'whom' } as const
const inWhenGroup = { group: 'when' } as const

const fields = {
  stock_id: f.one('stock', { list: 3, filter: true }),
  price: f.money({ min: 0, max: MOST_PRICE, list: 4, sort: true, inline: true }),
  title: f.maybe(f.text({ localized: true, list: 9, search: true, maxLength: 80 })),
  customer_group_id: f.maybe(f.one('customer_group', { ifInstalled: true, list: 6, filter: true, ...recipientGroup })),
  membership_id: f.maybe(f.one('membership', { ifInstalled: true, list: 7, filter: true, ...recipientGroup })),
  min_quantity: f.int({ default: 1, min: 1, max: 9_999, list: 8, sort: true, ...recipientGroup }),
  currency: f.maybe(f.text({ maxLength: 3, minLength: 3, filter: true, ...recipientGroup })),
  starts_at: f.maybe(f.instant({ sort: true, filter: true, list: 10, ...inWhenGroup })),
  ends_at: f.maybe(f.instant({ sort: true, filter: true, list: 11, batch: true, ...inWhenGroup })),
  enabled: f.flag({ default: true, list: 12, filter: true, inline: true, batch: true, group: 'side' }),
}

/**
 * Price of a stock item for a period, for customers of a group or tier, from a quantity on, or in a currency. The
 * lowest applicable price counts, or the regular price if it is lower.
 */
export const stockPrice = defineResource({
  name: 'stock_price',
  sortBy: '-id',
  listStamps: false,
  fields,
  columns: {
    ...goodsColumns(sql`t.stock_id`),
    usual: {
      field: f.text({ list: 5, widget: 'money' }),
      read: () =>
        sql`(select (least(s.price_minor, s.special_price_minor) / 100.0)::numeric(14, 2)::text from stock s where s.id = t.stock_id)`,
    },
    state: {
      field: f.pick(['now', 'coming', 'over', 'off'], { list: 3 }),
      read: () =>
        sql`case when not t.enabled then 'off' when t.ends_at <= now() then 'over' when t.starts_at > now() then 'coming' else 'now' end`,
    },
  },
  sheet: { key: ['stock_id', 'customer_group_id', 'membership_id', 'currency', 'min_quantity', 'starts_at'], warn: timedPriceWarnings },
  hooks: { beforeValidate: prepare, validate: check, afterSave: tellProducts, afterDelete: tellProducts },
})

function prepare({ input }: { input: { currency?: string | null | undefined } }): void {
  if (input.currency) input.currency = input.currency.toUpperCase()
}

function check({ ctx, old, input }: ValidatedInput<typeof fields>): void {
  const { starts_at, ends_at } = { ...old, ...input }
  if (starts_at && ends_at && ends_at <= starts_at) throw validationError({ ends_at: message('catalogue:error.ends_first') })
  if (input.currency && getRate(ctx.kernel, input.currency) === undefined) throw validationError({ currency: message('core:rule.choice') })
}

/** Invalidates cached products and pages, which contain prices. */
function tellProducts({ tx }: { tx: Tx }): void {
  tx.invalidate('product')
}
