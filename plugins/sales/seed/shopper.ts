import { toLocale, type Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { listStocks } from 'stoa/plugins/catalogue'
import { type ExampleCustomer, exampleCustomer, createSamplePerson } from 'stoa/plugins/people'
import { addItem } from '../services/cart-items.ts'
import { openCart } from '../services/cart-open.ts'
import { checkout } from '../services/checkout/checkout.ts'
import { begin } from './life.ts'
import { orNothing } from './order.ts'
import { words } from './words.ts'

interface Shopper extends Omit<ExampleCustomer, 'id' | 'language'> {
  ctx: Ctx
  customer: number | null
}

/** Simulates a shopper who fills a cart and usually buys it. */
export async function shop(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const who = await findShopper(ctx, random)
  const cart = await fillCart(who.ctx, year, random)
  if (!cart) return
  // This shopper leaves without buying.
  if (random.chance(0.22)) {
    const other = await findShopper(ctx, random)
    if (other.customer !== who.customer || who.customer === null) await fillCart(other.ctx, year, random)
  }
  const collects = random.chance(0.2)
  const payment = random.weigh({ fps: 40, bank_transfer: 22, payme: 22, cash: collects ? 25 : 3 })
  const address = {
    first_name: who.first_name,
    last_name: who.last_name,
    country: 'HKG',
    area: '',
    contact_number: who.phone,
    address: who.address,
  }
  const body = {
    cart_id: cart,
    currency: null,
    shipping_method: collects ? 'collect' : 'courier',
    payment_method: payment,
    guest: who.customer === null ? { ...who, country_code: who.country_code } : null,
    shipping_address: collects ? null : address,
    billing_address: collects ? address : null,
    pickup_point: collects ? 'sheung_wan' : null,
    customer_note: random.chance(0.12) ? random.pick(words().wish) : '',
  }
  const ip = `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`
  const answer = await orNothing(checkout(who.ctx, body, undefined, { cookies: {}, ip }))
  if (answer) begin(year, random, { id: answer.placed.id, collects, payment, who: who.ctx })
}

/** A random customer who existed by then, frequent buyers more often; or a guest. */
async function findShopper(ctx: Ctx, random: SeededRandom): Promise<Shopper> {
  const [luck, guest] = [random.next(), random.chance(0.3)]
  const someone = createSamplePerson(random, random.int(1_000, 9_999))
  const found = guest ? undefined : await exampleCustomer(ctx.kernel.db, luck * luck)
  const { id, language, ...told } = found ?? { ...someone, id: null }
  const actor = id === null ? ({ kind: 'guest' } as const) : ({ kind: 'customer', id } as const)
  return { ...told, customer: id, ctx: { ...ctx, actor, language: toLocale(language, ctx.mainLanguage) } }
}

/** A cart with one to four items; undefined if none of the items is available. */
async function fillCart(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<string | undefined> {
  const stocks = await listStocks(ctx.kernel.db)
  if (stocks.length === 0) return undefined
  // A customer continues with an existing cart.
  let cart = ctx.actor.kind === 'customer' ? (await openCart(ctx, null)).public_id : undefined
  let filled = false
  const things = Number(random.weigh({ 1: 45, 2: 32, 3: 16, 4: 7 }))
  for (let n = 0; n < things; n++) {
    // Expensive items are viewed as often, but bought less often.
    const one = random.pick(stocks)
    const stock = random.chance(Math.min(1, 20_000 / one.price)) ? one : random.pick(stocks)
    const quantity = stock.price > 30_000 ? 1 : Number(random.weigh({ 1: 72, 2: 20, 3: 5, 6: 3 }))
    const added = await orNothing(addItem(ctx, cart ?? null, { kind: 'stock', subject_id: stock.id }, quantity, {}))
    cart ??= added?.cart.public_id
    filled ||= added !== undefined
  }
  return filled ? cart : undefined
}
