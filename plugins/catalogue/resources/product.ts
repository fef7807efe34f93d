import { defineResource, f, slugFrom, type Row, type Write } from '#core'
import { fillSkus } from '../domain/fill.ts'
import { coverChoices, type OptionInput } from '../domain/options.ts'

type Line = Record<string, unknown> & { sku?: unknown; values?: Record<string, string> }

/** Something that can be sold: goods, a service, a booking or a download. Its stocks are what goes into a cart. */
export const product = defineResource({
  name: 'product',
  label: 'name',
  match: 'sku',
  locked: true,
  softDelete: true,
  tabs: { main: ['main', 'media', 'side', 'organisation'], stock: ['stock'], seo: ['seo'] },
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  fields: {
    name: f.text({ localized: true, list: true, sort: true, search: true }),
    sku: f.text({ unique: true, list: true, sort: true, search: true, maxLength: 100, inline: true }),
    url: f.slug({ unique: true, slugOf: 'name', slugLength: 20, search: true }),
    type: f.pick(['general', 'service', 'booking', 'virtual'], { default: 'general', filter: true }),
    description: f.maybe(f.rich({ localized: true })),
    short_description: f.maybe(f.rich({ localized: true, sheet: false })),
    images: f.rows('product_image', { by: 'product_id', group: 'media', sheet: false }),
    options: f.rows('product_option', { by: 'product_id', group: 'stock', sheet: false }),
    stocks: f.rows('stock', {
      by: 'product_id',
      group: 'stock',
      default: [{ points_to_redeem: 0, redemption_limit: 0, inventories: [{ quantity: 0 }] }],
    }),
    visibled: f.flag({ default: true, list: 5, filter: true, inline: true, batch: true, group: 'side' }),
    categories: f.many('category', { through: 'product_category', grow: true, list: 4, filter: true, group: 'organisation' }),
    brand_id: f.maybe(f.one('brand', { grow: true, filter: true, group: 'organisation' })),
    attributes: f.rows('product_attribute', { by: 'product_id', group: 'organisation', sheet: false }),
    is_new: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    is_featured: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    is_hot: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    track_inventories: f.flag({ default: true, group: 'side' }),
    has_expiry_date: f.flag({ default: false, group: 'side' }),
    is_redeemable: f.flag({ default: false, group: 'side' }),
    redeem_start_date: f.maybe(f.date({ group: 'side', showIf: { field: 'is_redeemable', in: [true] } })),
    redeem_end_date: f.maybe(f.date({ group: 'side', showIf: { field: 'is_redeemable', in: [true] } })),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
  },
  hooks: {
    prepare: async (write) => {
      await fillNames(write)
      fillStocks(write)
    },
  },
  copy: (row: Row) => ({
    visibled: false,
    stocks: (row.stocks as Row[]).map(
      ({ sku, price, special_price, values, stock_notification, points_to_redeem, redemption_limit, inventories }, i) => ({
        sku: `${String(sku)}-${String(Date.now()).slice(-4)}${i}`,
        price,
        special_price,
        values,
        stock_notification,
        points_to_redeem,
        redemption_limit,
        inventories: (inventories as Row[])
          .map(({ warehouse_id }) => ({ warehouse_id, quantity: 0 }))
          .filter((l, n, all) => all.findIndex((o) => o.warehouse_id === l.warehouse_id) === n),
      }),
    ),
    options: (row.options as Row[]).map(({ key, label, values }) => ({
      key,
      label,
      values: (values as Row[]).map(({ code, label: name }) => ({ code, label: name })),
    })),
  }),
})

const blank = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** In the main language, a product with a name gets the sku or url it lacks (specification C §5). */
async function fillNames({ ctx, mode, language, input }: Write): Promise<void> {
  if (mode !== 'create' || language !== ctx.main) return
  const name = typeof input.name === 'string' ? input.name : (input.name as Record<string, string> | undefined)?.[ctx.main]
  if (blank(name)) return
  if (!blank(input.sku) && !blank(input.url)) return
  const base = blank(input.sku) ? await slugFrom(String(name), 20) : String(input.sku)
  if (blank(input.sku)) input.sku = base
  if (blank(input.url)) input.url = base.toLowerCase().replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
}

/** Variants get the sku they lack, and the product the options its variants choose. */
function fillStocks({ input, old, language }: Write): void {
  if (!Array.isArray(input.stocks)) return
  const stocks = input.stocks as Line[]
  const base = String(input.sku ?? old?.sku ?? 'product')
  const skus = fillSkus(base, stocks)
  const known = new Map(((old?.stocks ?? []) as Row[]).map((s) => [s.id, s.values as Record<string, string>]))
  const given = stocks.map((s) => readChoice(s.values) ?? known.get(Number(s.id)) ?? {})
  const options = (input.options ?? old?.options ?? []) as OptionInput[]
  const covered = coverChoices(Array.isArray(options) ? options : [], given, language)
  input.stocks = stocks.map((s, i) => ({ ...s, sku: skus[i], values: covered.choices[i] }))
  if (covered.grown) input.options = covered.options.map(plainOption)
}

/** A choice may come as JSON text from a form. */
function readChoice(value: unknown): Record<string, string> | undefined {
  if (value !== null && typeof value === 'object') return value as Record<string, string>
  if (typeof value !== 'string' || value === '') return undefined
  try {
    return JSON.parse(value) as Record<string, string>
  } catch {
    return undefined
  }
}

/** An option as the form sends it: without the columns only reads carry. */
const plainOption = ({ id, key, label, values }: OptionInput) => ({
  ...(id ? { id } : {}),
  key,
  label,
  values: values.map(({ id: valueId, code, label: text }) => ({ ...(valueId ? { id: valueId } : {}), code, label: text })),
})
