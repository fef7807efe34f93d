import { type Ctx, Failed, idempotent, invalid, sql, text, type Tx } from '#core'
import { STOCKROOM } from '../../catalogue/index.ts'
import { ATTRIBUTION } from '../../content/index.ts'
import { type Bill, PAYMENTS, type PaymentAction } from '../../payments/index.ts'
import { DIRECTORY } from '../../people/index.ts'
import { CART_CHANGED, CART_EMPTY, SIGN_IN_TO_BUY } from '../errors.ts'
import type { Address } from './address.ts'
import { customerOf } from './cart.ts'
import { cartLines } from './cart-lines.ts'
import { problemsOf } from './cart-view.ts'
import { type CheckoutFields, checkoutPeople, type GuestInput } from './checkout-input.ts'
import { isPicked, type PickupPlace, SHIPPING } from '../../shipping/index.ts'
import { countOrders, markOf, oneAtATime, refuseTooMany } from './limits.ts'
import { nextNumber } from './order/number.ts'
import { ordered, type Placed } from './ordered.ts'
import { quote, type Quote } from './quote.ts'

/** An order, and what its payer is told when no provider has to be asked for that. */
export interface Answer {
  placed: Placed
  told: PaymentAction | undefined
}

/** What a request tells beside its body. */
interface Visit {
  /** They may tell which landing page brought the buyer. */
  cookies: Readonly<Record<string, string | undefined>>
  ip: string
}

/**
 * Turns a cart into an order, once: the cart is locked, so a second checkout of it finds it ordered and answers
 * that order. Prices and stock are taken from locked rows, never from the client. Everything happens in one
 * transaction; the payment provider is only asked after it.
 * @throws Failed TOO_MANY, SIGN_IN_TO_BUY, CART_EMPTY, CART_CHANGED, OUT_OF_STOCK, or INVALID by field.
 */
export async function placeOrder(ctx: Ctx, body: CheckoutFields, key: string | undefined, { cookies, ip }: Visit): Promise<Answer> {
  const from = markOf(ctx, ip)
  const cartId = body.cart_id ?? ''
  // What somebody was told is told again to them alone.
  const scope = `checkout ${customerOf(ctx) ?? 'guest'} ${cartId.slice(0, 64)}`
  // Not kept with the answer: an order that is paid by then has nothing to tell any more.
  let told: PaymentAction | undefined
  const once = async (tx: Tx) => {
    const answer = await place(tx, ctx, cartId, body, { cookies, from })
    told = answer.told
    return answer.placed
  }
  const placed = await ctx.kernel.work((tx) => idempotent(tx, scope, key, body, () => once(tx)))
  return { placed, told }
}

async function place(
  tx: Tx,
  ctx: Ctx,
  publicId: string,
  body: CheckoutFields,
  { cookies, from }: { cookies: Visit['cookies']; from: string },
): Promise<Answer> {
  const customer = customerOf(ctx)
  const orderer = { customer, email: body.guest ? emailOf(body.guest) : '', from }
  // What is asked side by side is sent together and run one after the other: a count sees what was waited for before it.
  const [, cart, lines] = await Promise.all([
    oneAtATime(tx, ctx, orderer),
    tx.one<{ id: number; status: string; order_id: number | null }>(
      sql`select id, status, order_id from cart
      where public_id = ${publicId} and (customer_id is null or customer_id = ${customer}) for update`,
      'sales.cart-lock',
    ),
    cartLines(tx, ctx, publicId),
  ])
  // The answer to an order may be lost on its way: asked again, it is given again.
  if (cart?.order_id) return { placed: await ordered(tx, ctx, cart.order_id), told: undefined }
  if (!cart || cart.status !== 'pending') throw new Failed(CART_EMPTY)
  if (lines.length === 0) throw new Failed(CART_EMPTY)
  const problems = problemsOf(ctx, lines)
  if (problems.size > 0)
    throw new Failed(
      CART_CHANGED,
      lines.flatMap((l) => (problems.has(l.id) ? `${l.name}: ${problems.get(l.id)}` : [])),
    )
  const [count, q] = await Promise.all([countOrders(tx, ctx, orderer), quote(ctx, lines, body, tx)])
  const people = checkoutPeople(ctx, body, q)
  if (q.needsShipping && !q.way) throw invalid({ shipping_method: text('core:rule.choice') })
  const pickup = await pickupOf(tx, ctx, q, body.pickup_point)
  if (!q.offer) throw invalid({ payment_method: text('core:rule.choice') })

  const buyer = people.guest ?? (await customerAsGuest(tx, customer))
  refuseTooMany(ctx, count)
  const [person, number] = await Promise.all([ctx.kernel.get(DIRECTORY).remember(tx, buyer), nextNumber(tx, ctx, 'order')])
  const order = await writeOrder(tx, ctx, {
    number,
    cart: cart.id,
    customer,
    person,
    buyer,
    from,
    q,
    note: body.customer_note,
    shipping: people.shipping,
    billing: people.billing,
    pickup,
  })
  const document = { type: 'order', id: order.id }
  const bill: Bill = { document, number, amount: q.total, currency: q.currency.code, method: q.offer, language: ctx.language }
  const demands = order.lines.map((l) => ({ stock_id: l.stock_id, quantity: l.quantity, line_id: l.id }))
  const held = ctx.kernel.get(STOCKROOM).reserve(tx, document, demands)
  // A bill of nothing is paid by being opened, and then goods may go out that have to be held before.
  if (q.total === 0) await held
  const [{ reference, action: told }] = await Promise.all([ctx.kernel.get(PAYMENTS).open(tx, bill), held])
  // Whoever came from a landing page is counted there.
  await ctx.kernel.find(ATTRIBUTION)?.transfer(tx, cookies, 'order', order.id)
  tx.emit('order.placed', { orderId: order.id })
  const placed = { id: order.id, number, status: 'pending', total: q.total, currency: q.currency.code, reference, bill }
  return { placed, told }
}

async function customerAsGuest(tx: Tx, id: number | null): Promise<GuestInput> {
  const row = await tx.one<GuestInput>(sql`select email, first_name, last_name, country_code, phone from customer where id = ${id}`)
  if (!row) throw new Failed(SIGN_IN_TO_BUY)
  return row
}

/** Where the goods are picked up, as it is now. @throws Failed INVALID when the way needs a place and none was chosen. */
async function pickupOf(tx: Tx, ctx: Ctx, { way }: Quote, code: string | null): Promise<PickupPlace | null> {
  if (!way || !isPicked(way.kind)) return null
  const place = await ctx.kernel.get(SHIPPING).place(tx, way, code ?? '')
  if (!place) throw invalid({ pickup_point: text('shipping:error.place') })
  return place
}

interface Writing {
  number: string
  cart: number
  customer: number | null
  person: number
  buyer: GuestInput
  from: string
  q: Quote
  note: string
  shipping: Address | null
  billing: Address | null
  pickup: PickupPlace | null
}

/** Order, lines, history and the closed cart in one statement. */
async function writeOrder(
  tx: Tx,
  ctx: Ctx,
  w: Writing,
): Promise<{ id: number; lines: { id: number; stock_id: number; quantity: number }[] }> {
  const { q } = w
  const lines = q.lines.map((l) => ({
    product_id: l.product_id,
    stock_id: l.stock_id,
    product_type: l.type,
    sku: l.sku,
    name: l.name,
    options: l.options,
    additional_options: l.additional_options,
    image: l.image,
    quantity: l.quantity,
    unit_minor: l.unit,
    list_unit_minor: l.listUnit,
    cost_minor: l.cost,
    total_minor: l.unit * l.quantity,
  }))
  const base = q.lines.reduce((sum, l) => sum + l.pay * l.quantity, 0) + (q.way?.price ?? 0)
  const rows = await tx.rows<{ order_id: number; id: number; stock_id: number; quantity: number }>(
    sql`
    with o as (
      insert into sales_order (order_number, cart_id, customer_id, person_id, email, first_name, last_name, country_code, phone, language, currency, exchange_rate,
        subtotal_minor, shipping_minor, total_minor, base_total_minor, status, shipping_method_id, shipping_title, payment_title, shipping_address, billing_address,
        pickup, customer_note, placed_from, hold_expires_at)
      values (${w.number}, ${w.cart}, ${w.customer}, ${w.person}, ${emailOf(w.buyer)}, ${w.buyer.first_name}, ${w.buyer.last_name}, ${w.buyer.country_code}, ${w.buyer.phone},
        ${ctx.language}, ${q.currency.code}, ${q.currency.rate}, ${q.subtotal}, ${q.shipping}, ${q.total}, ${base}, 'pending', ${q.way?.id ?? null}, ${q.way?.title ?? ''},
        ${q.offer?.title ?? ''}, ${json(w.shipping)}::jsonb, ${json(w.billing)}::jsonb, ${json(w.pickup)}::jsonb, ${w.note}, ${w.from}, now() + make_interval(mins => ${q.offer?.hold_minutes ?? 4_320}))
      returning id),
    closed as (update cart set status = 'completed', order_id = (select id from o), updated_at = now() where id = ${w.cart}),
    told as (insert into status_history (document_type, document_id, from_status, to_status, actor_kind, actor_id)
      select 'order', id, null, 'pending', ${ctx.actor.kind}, ${w.customer} from o)
    insert into order_line (order_id, product_id, stock_id, product_type, sku, name, options, additional_options, image, quantity, unit_minor, list_unit_minor, cost_minor, total_minor)
    select o.id, l.* from o, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(product_id bigint, stock_id bigint, product_type text, sku text, name text, options jsonb,
      additional_options jsonb, image text, quantity int, unit_minor bigint, list_unit_minor bigint, cost_minor bigint, total_minor bigint)
    returning order_id, id, stock_id, quantity`,
    'sales.order-write',
  )
  return { id: rows[0]?.order_id ?? 0, lines: rows }
}

const emailOf = (buyer: GuestInput) => buyer.email.trim().toLowerCase()
const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
