import { toLocale, type Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { listStocks } from 'stoa/plugins/catalogue'
import { type ExampleCustomer, findExampleCustomer, createSamplePerson } from 'stoa/plugins/people'
import { addItem } from '../services/cart-items.ts'
import { openCart } from '../services/cart-open.ts'
import { checkout } from '../services/checkout/checkout.ts'
import { planOrderLife } from './order-plan.ts'
import { ignoreRejection } from './order.ts'
import { readSampleTexts } from './comments.ts'

interface Shopper extends Omit<ExampleCustomer, 'id' | 'language'> {
  ctx: Ctx
  customer: number | null
}

/** Simulates a shopper who fills a cart and usually buys it. */
export async function simulateShopper(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const shopper = await findShopper(ctx, random)
  const cart = await fillCart(shopper.ctx, year, random)
  if (!cart) return
  // This shopper leaves without buying.
  if (random.chance(0.22)) {
    const other = await findShopper(ctx, random)
    if (other.customer !== shopper.customer || shopper.customer === null) await fillCart(other.ctx, year, random)
  }
  const collects = random.chance(0.2)
  const payment = random.pickWeighted({ fps: 40, bank_transfer: 22, payme: 22, cash: collects ? 25 : 3 })
  const address = {
    first_name: shopper.first_name,
    last_name: shopper.last_name,
    country: 'HKG',
    area: '',
    contact_number: shopper.phone,
    address: shopper.address,
  }
  const body = {
    cart_id: cart,
    currency: null,
    shipping_method: collects ? 'collect' : 'courier',
    payment_method: payment,
    guest: shopper.customer === null ? { ...shopper, country_code: shopper.country_code } : null,
    shipping_address: collects ? null : address,
    billing_address: collects ? address : null,
    pickup_point: collects ? 'sheung_wan' : null,
    customer_note: random.chance(0.12) ? random.pick(readSampleTexts().wish) : '',
  }
  const ip = `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`
  const answer = await ignoreRejection(checkout(shopper.ctx, body, undefined, { cookies: {}, ip }))
  if (answer) planOrderLife(year, random, { id: answer.placedOrder.id, collects, payment, buyer: shopper.ctx })
}

/** A random customer who existed by then, frequent buyers more often; or a guest. */
async function findShopper(ctx: Ctx, random: SeededRandom): Promise<Shopper> {
  const [randomIndex, guest] = [random.next(), random.chance(0.3)]
  const samplePerson = createSamplePerson(random, random.int(1_000, 9_999))
  const found = guest ? undefined : await findExampleCustomer(ctx.kernel.db, randomIndex * randomIndex)
  const { id, language, ...details } = found ?? { ...samplePerson, id: null }
  const actor = id === null ? ({ kind: 'guest' } as const) : ({ kind: 'customer', id } as const)
  return { ...details, customer: id, ctx: { ...ctx, actor, language: toLocale(language, ctx.mainLanguage) } }
}

/** A cart with one to four items; undefined if none of the items is available. */
async function fillCart(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<string | undefined> {
  const stocks = await listStocks(ctx.kernel.db)
  if (stocks.length === 0) return undefined
  // A customer continues with an existing cart.
  let cart = ctx.actor.kind === 'customer' ? (await openCart(ctx, null)).public_id : undefined
  let filled = false
  const itemCount = Number(random.pickWeighted({ 1: 45, 2: 32, 3: 16, 4: 7 }))
  for (let n = 0; n < itemCount; n++) {
    // Expensive items are viewed as often, but bought less often.
    const candidate = random.pick(stocks)
    const stock = random.chance(Math.min(1, 20_000 / candidate.price)) ? candidate : random.pick(stocks)
    const quantity = stock.price > 30_000 ? 1 : Number(random.pickWeighted({ 1: 72, 2: 20, 3: 5, 6: 3 }))
    const added = await ignoreRejection(addItem(ctx, cart ?? null, { kind: 'stock', subject_id: stock.id }, quantity, {}))
    cart ??= added?.cart.public_id
    filled ||= added !== undefined
  }
  return filled ? cart : undefined
}
