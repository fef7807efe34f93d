import {
  allows,
  type Ctx,
  Failed,
  INVALID,
  invalid,
  parseMoney,
  pick,
  type Sql,
  split,
  sql,
  tellHistory,
  text,
  type Text,
  type Tx,
  WRONG_STATE,
} from '#core'
import { effectiveSql } from '../../../catalogue/index.ts'
import { DIRECTORY } from '../../../people/index.ts'
import { unitPrice } from '../../domain/price.ts'
import type { Address } from '../address.ts'
import { currencyOf } from '../quote.ts'
import { recount } from './advance.ts'
import type { Buyer, DraftInput, GivenLine } from './draft-input.ts'
import { lockOrder } from './head.ts'
import { nextNumber } from './number.ts'

/** An order as staff write it down, before anything is held or owed. */
export interface Draft {
  customer: number | null
  buyer: Buyer
  language: string
  lines: DraftLine[]
  currency: { code: string; rate: string }
  discount: number
  discount_label: string
  shipping: number
  shipping_title: string
  shipping_method_id: number | null
  payment_method: string
  shipping_address: Address | null
  billing_address: Address | null
  customer_note: string
}

interface DraftLine {
  stock_id: number
  product_id: number
  product_type: string
  sku: string
  name: string
  options: { label: string; value: string }[]
  image: string | null
  quantity: number
  unit_minor: number
  list_unit_minor: number
  pay: number
  price_reason: string
  discount_minor: number
}

/** Somebody at the till who told nothing of themselves. */
const nobody: Buyer = { email: null, first_name: '', last_name: '', country_code: null, phone: null }

/** What staff sent, with prices. They come from the catalogue; another one needs the right to it, and a reason. Before a transaction, so that none waits for a second connection. @throws Failed INVALID by field. */
export async function readDraft(ctx: Ctx, input: DraftInput): Promise<Draft> {
  const money = currencyOf(ctx, input.currency)
  const lines = await pricedLines(ctx, input.lines, money.rate)
  const discount = parseMoney(input.discount)
  const goods = lines.reduce((sum, l) => sum + l.unit_minor * l.quantity, 0)
  if (discount > goods) throw invalid({ discount: text('sales:error.discount_large') })
  const shares = split(
    discount,
    lines.map((l) => l.unit_minor * l.quantity),
  )
  for (const [i, l] of lines.entries()) l.discount_minor = shares[i] ?? 0
  const { customer_id, customer, shipping_address } = input
  return {
    customer: customer_id,
    buyer: customer_id === null ? (customer ?? nobody) : await buyerOf(ctx, customer_id),
    language: input.language ?? ctx.main,
    lines,
    currency: money,
    discount,
    discount_label: input.discount_label,
    shipping: parseMoney(input.shipping),
    shipping_title: input.shipping_title,
    shipping_method_id: input.shipping_method_id,
    payment_method: input.payment_method,
    shipping_address,
    billing_address: input.billing_address ?? shipping_address,
    customer_note: input.customer_note,
  }
}

async function buyerOf(ctx: Ctx, id: number): Promise<Buyer> {
  const row = await ctx.kernel.db.one<Buyer>(sql`select email, first_name, last_name, country_code, phone from customer where id = ${id}`)
  if (!row) throw invalid({ customer_id: text('core:rule.choice') })
  return row
}

/** Goods with their price of this moment in the order's currency. */
async function pricedLines(ctx: Ctx, given: readonly GivenLine[], rate: string): Promise<DraftLine[]> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const stocks = await ctx.kernel.db.rows<DraftLine & { id: number; list: number }>(sql`
    select s.id, s.id as stock_id, p.id as product_id, p.type as product_type, s.sku, coalesce(${say(sql`p.name`)}, '') as name, s.price_minor as list, ${effectiveSql} as pay,
      (select m.path from product_image m where m.product_id = p.id order by m."order", m.id limit 1) as image,
      (select coalesce(jsonb_agg(jsonb_build_object('label', ${say(sql`o.label`)}, 'value', ${say(sql`v.label`)}) order by o."order", o.id), '[]')
        from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = p.id) as options
    from stock s join product p on p.id = s.product_id where s.id = any(${given.map((g) => g.stock_id)}::bigint[]) and p.deleted_at is null`)
  const byId = new Map(stocks.map((s) => [s.id, s]))
  const errors: Record<string, Text[]> = {}
  const lines = given.flatMap((g, i) => {
    const stock = byId.get(g.stock_id)
    if (!stock) {
      errors[`lines.${i}.stock_id`] = [text('core:rule.choice')]
      return []
    }
    const usual = unitPrice(stock.pay, rate)
    const unit = g.unit_price === null ? usual : parseMoney(g.unit_price)
    if (unit !== usual) {
      if (!allows(ctx.actor, 'override price order')) errors[`lines.${i}.unit_price`] = [text('sales:error.no_right_price')]
      else if (g.price_reason === '') errors[`lines.${i}.price_reason`] = [text('sales:error.price_reason')]
    }
    const { id: _id, list, ...rest } = stock
    return [
      {
        ...rest,
        quantity: g.quantity,
        unit_minor: unit,
        list_unit_minor: unitPrice(list, rate),
        price_reason: unit === usual ? '' : g.price_reason,
        discount_minor: 0,
      },
    ]
  })
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return lines
}

/** Writes a new draft. @returns its id and number. */
export async function createDraft(tx: Tx, ctx: Ctx, d: Draft): Promise<{ id: number; number: string }> {
  const number = await nextNumber(tx, ctx, 'order')
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const made = await tx.one<{
    id: number
  }>(sql`insert into sales_order (order_number, email, language, currency, subtotal_minor, total_minor, base_total_minor, status, source,
      seller_admin_id, placed_at) values (${number}, '', ${d.language}, ${d.currency.code}, 0, 0, 0, 'draft', 'admin', ${by}, null) returning id`)
  const id = made?.id ?? 0
  await tellHistory({ tx, ctx }, { name: 'order' }, id, { from: null, to: 'draft' })
  await fill(tx, ctx, id, d)
  return { id, number }
}

/** Writes a draft anew. @throws Failed WRONG_STATE once it is placed. */
export async function updateDraft(tx: Tx, ctx: Ctx, id: number, d: Draft): Promise<void> {
  const o = await lockOrder(tx, id)
  if (o.status !== 'draft') throw new Failed(WRONG_STATE)
  await fill(tx, ctx, id, d)
}

async function fill(tx: Tx, ctx: Ctx, id: number, d: Draft): Promise<void> {
  const { buyer, lines } = d
  const { email } = buyer
  const person = email ? await ctx.kernel.get(DIRECTORY).remember(tx, { ...buyer, email }) : null
  const subtotal = lines.reduce((sum, l) => sum + l.unit_minor * l.quantity, 0)
  const total = subtotal - d.discount + d.shipping
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await tx.run(sql`update sales_order set customer_id = ${d.customer}, person_id = ${person}, email = ${(email ?? '').trim().toLowerCase()}, first_name = ${buyer.first_name},
    last_name = ${buyer.last_name}, country_code = ${buyer.country_code}, phone = ${buyer.phone}, language = ${d.language}, currency = ${d.currency.code},
    exchange_rate = ${d.currency.rate}, subtotal_minor = ${subtotal}, discount_minor = ${d.discount}, shipping_minor = ${d.shipping}, total_minor = ${total},
    base_total_minor = round(${total}::numeric / ${d.currency.rate}::numeric), shipping_method_id = ${d.shipping_method_id}, shipping_title = ${d.shipping_title}, payment_method = ${d.payment_method},
    shipping_address = ${json(d.shipping_address)}::jsonb, billing_address = ${json(d.billing_address)}::jsonb, customer_note = ${d.customer_note},
    version = version + 1, updated_at = now() where id = ${id}`)
  await tx.run(sql`delete from order_line where order_id = ${id}`)
  await tx.run(sql`insert into order_line (order_id, product_id, stock_id, product_type, sku, name, options, image, quantity, unit_minor, list_unit_minor, discount_minor, total_minor,
      price_reason)
    select ${id}, l.product_id, l.stock_id, l.product_type, l.sku, l.name, l.options, l.image, l.quantity, l.unit_minor, l.list_unit_minor, l.discount_minor,
      l.unit_minor * l.quantity - l.discount_minor, l.price_reason
    from jsonb_to_recordset(${JSON.stringify(lines.map((l, n) => ({ ...l, n })))}::jsonb) as l(product_id bigint, stock_id bigint, product_type text, sku text, name text, options jsonb,
      image text, quantity int, unit_minor bigint, list_unit_minor bigint, discount_minor bigint, price_reason text, n int) order by l.n`)
  await tx.run(sql`delete from order_adjustment where order_id = ${id} and kind = 'manual'`)
  if (d.discount > 0)
    await tx.run(
      sql`insert into order_adjustment (order_id, kind, label, amount_minor) values (${id}, 'manual', ${d.discount_label}, ${-d.discount})`,
    )
  await recount(tx, id)
  tx.touch('order')
}
