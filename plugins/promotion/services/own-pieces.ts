import { basic, type Ctx, f, languages, parseMoney, sql, type Sql, message } from 'stoa'
import { currency } from 'stoa/plugins/currency'
import { variantSql } from 'stoa/plugins/catalogue'
import { readBuyerTraits } from 'stoa/plugins/people'
import { PAYMENTS } from 'stoa/plugins/payments'
import { channels, readLines, ORDERS, type Pricing, type SaleLine } from 'stoa/plugins/sales'
import { SHIPPING } from 'stoa/plugins/shipping'
import { type GiftFacts, ownActions } from '../domain/actions.ts'
import { ownConditions } from '../domain/conditions.ts'
import type { ActionPiece, ConditionPiece, Option } from './extension-points.ts'

const list = () => f.ids({ default: [] })
const needed = () => f.ids({ minItems: 1 })
const words = () => f.tags()

/** Fields that select items. */
const choice = { products: list(), categories: list(), brands: list() }
const resourceByField = { products: 'product', categories: 'category', brands: 'brand' }
const say = (word: string) => (value: Readonly<Record<string, unknown>>) => message(`promotion:say.${word}`, { ...value })
const percent = f.percent({ min: 0.01, max: 100 })
const amount = f.money({ min: 0.01 })
const most = f.maybe(f.money({ min: 0.01 }))
const count = (max = 9_999) => f.int({ min: 1, max })

const traits = async (ctx: Ctx, { customer }: Pricing, db: Parameters<typeof readBuyerTraits>[0]) =>
  customer === null ? undefined : readBuyerTraits(db, customer, ctx.kernel.settings.of(basic).time_zone)

const named = (name: string) => ({ title: `promotion:piece.${name}`, say: say(name) })

/** Condition types of this plugin. */
export const conditions: Record<keyof typeof ownConditions, ConditionPiece> = {
  min_subtotal: { ...named('min_subtotal'), value: { amount, ...choice }, of: resourceByField, met: ownConditions.min_subtotal },
  min_quantity: { ...named('min_quantity'), value: { quantity: count(), ...choice }, of: resourceByField, met: ownConditions.min_quantity },
  products: { ...named('products'), value: { products: needed() }, of: resourceByField, met: ownConditions.products },
  categories: { ...named('categories'), value: { categories: needed() }, of: resourceByField, met: ownConditions.categories },
  brands: { ...named('brands'), value: { brands: needed() }, of: resourceByField, met: ownConditions.brands },
  customer_groups: {
    ...named('customer_groups'),
    value: { groups: needed() },
    of: { groups: 'customer_group' },
    load: async (ctx, sale, _, db) => (await traits(ctx, sale, db))?.group ?? null,
    met: ownConditions.customer_groups,
  },
  first_order: {
    ...named('first_order'),
    value: {},
    load: async ({ kernel }, { customer, buyer }, _, db) =>
      customer === null && !buyer ? true : !(await kernel.get(ORDERS).hasEarlierOrder(db, { customer, email: buyer?.email ?? null })),
    met: ownConditions.first_order,
  },
  birthday_month: {
    ...named('birthday_month'),
    value: {},
    load: async (ctx, sale, _, db) => (await traits(ctx, sale, db))?.birthday ?? false,
    met: ownConditions.birthday_month,
  },
  payment_methods: {
    ...named('payment_methods'),
    value: { codes: words() },
    options: {
      codes: async (ctx) => (await ctx.kernel.get(PAYMENTS).listOffers(ctx)).map(({ code, title }) => ({ value: code, label: title })),
    },
    met: ownConditions.payment_methods,
  },
  shipping_methods: {
    ...named('shipping_methods'),
    value: { codes: words() },
    options: {
      codes: async (ctx) =>
        (await ctx.kernel.get(SHIPPING).listEnabledMethods(ctx)).map(({ code, title }) => ({ value: code, label: title })),
    },
    met: ownConditions.shipping_methods,
  },
  currencies: {
    ...named('currencies'),
    value: { codes: words() },
    options: { codes: currencies },
    met: ownConditions.currencies,
  },
  channels: {
    ...named('channels'),
    value: { codes: words() },
    closed: { codes: channels },
    options: {
      codes: ({ kernel, interfaceLanguage, language }) =>
        channels.map((value) => ({ value, label: kernel.i18n.t(interfaceLanguage ?? language, `promotion:channel.${value}`) })),
    },
    met: ownConditions.channels,
  },
  languages: {
    ...named('languages'),
    value: { languages: words() },
    options: { languages: () => languages.map(({ code, name }) => ({ value: code, label: name })) },
    met: ownConditions.languages,
  },
}

function currencies({ kernel }: Ctx): Option[] {
  const { base_currency, supported_currencies } = kernel.settings.of(currency)
  return [...new Set([base_currency, ...supported_currencies.map(({ identifier }) => identifier)])].map((value) => ({
    value,
    label: value,
  }))
}

/** Action types of this plugin. */
export const actions: Record<keyof typeof ownActions, ActionPiece> = {
  percent_order: { ...named('percent_order'), value: { percent, most }, ...ownActions.percent_order },
  amount_order: { ...named('amount_order'), value: { amount }, ...ownActions.amount_order },
  percent_lines: { ...named('percent_lines'), value: { percent, most, ...choice }, of: resourceByField, ...ownActions.percent_lines },
  amount_lines: { ...named('amount_lines'), value: { amount, ...choice }, of: resourceByField, ...ownActions.amount_lines },
  fixed_price: { ...named('fixed_price'), value: { amount, ...choice }, of: resourceByField, ...ownActions.fixed_price },
  buy_get: {
    ...named('buy_get'),
    value: { buy: count(99), get: count(99), percent: f.percent({ min: 0.01, max: 100, default: '100' }), ...choice },
    of: resourceByField,
    ...ownActions.buy_get,
  },
  bundle_price: {
    ...named('bundle_price'),
    value: { quantity: f.int({ min: 2, max: 99 }), amount, ...choice },
    of: resourceByField,
    ...ownActions.bundle_price,
  },
  free_shipping: { ...named('free_shipping'), value: { most }, ...ownActions.free_shipping },
  gift: {
    ...named('gift'),
    value: { stock_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 99, default: 1 }) },
    of: { stock_id: 'stock' },
    names: { stock_id: stockName },
    load: giftFacts,
    ...ownActions.gift,
  },
}

/** Names a gift by the title of its product. */
function stockName(ctx: Ctx, id: Sql): Sql {
  const { from, name } = variantSql(ctx.kernel, ctx, sql`g.id`)
  return sql`(select ${name} from (select ${id} as id) g ${from})`
}

/** Gifts as lines of the sale, with the quantity available beside the cart. A gift that must be shipped needs another item to ship with. */
export interface ReadGifts extends GiftFacts {
  lines: ReadonlyMap<number, SaleLine>
}

async function giftFacts(
  ctx: Ctx,
  sale: Pricing,
  values: readonly Readonly<Record<string, unknown>>[],
  db: Parameters<typeof readLines>[0],
): Promise<ReadGifts> {
  const ids = [...new Set(values.map(({ stock_id }) => Number(stock_id)))]
  const found = await readLines(
    db,
    ctx,
    ids.map((id) => ({ id, kind: 'stock', subject_id: id, quantity: 1 })),
  )
  const sends = sale.lines.some(({ handover }) => handover === 'sent')
  const lines = found.filter(({ visible, handover }) => visible && (handover !== 'sent' || sends))
  const countInSale = (id: number) =>
    sale.lines.filter((l) => l.kind === 'stock' && l.subject_id === id).reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    lines: new Map(lines.map((line) => [line.subject_id, line])),
    stocks: new Map(
      lines.map(({ subject_id: id, pay, available }) => [
        id,
        { price: inSale(pay, sale), left: available === null ? null : available - countInSale(id) },
      ]),
    ),
  }
}

const inSale = (cents: number, { currency: { rate } }: Pricing) => (rate === '1' ? cents : Math.round(cents * Number(rate)))

/** Converts the value of a part for its evaluation function: amounts in cents. */
export const inCents = (piece: Pick<ConditionPiece, 'value'>, value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(piece.value).map(([name, field]) => {
      const fieldValue = value[name] ?? field['x-field'].default ?? null
      return [name, field['x-field'].kind === 'money' && typeof fieldValue === 'string' ? parseMoney(fieldValue) : fieldValue]
    }),
  )
