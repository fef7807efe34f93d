import { killOne, type ProductUnderTest, runRounds, withProduct } from 'stoa/cli'
import { makeShopper } from './shopper.ts'

export interface PromotionsOptions {
  rounds: number
  shoppers: number
  uses: number
}

/** The result of one round. */
export interface Round {
  round: number
  used: number
  spent: string
  orders: number
  refused: number
  /** Milliseconds from the first to the last response. */
  took: number
  problems: string[]
}

/** In cents: the discount of one use of the code with a budget, and the budget. */
const [EACH, BUDGET] = [1_500, 10_000]

/**
 * Concurrent shoppers use a code with a usage limit and a code with a budget, through two processes. One process is killed in the middle.
 */
export function provePromotions(server: string, options: PromotionsOptions, tell: (round: Round) => void): Promise<Round[]> {
  return withProduct(server, 2, async (shop) => {
    await shop.make('shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
    await shop.make('payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay to 123</p>' })
    const made = await shop.make('product', {
      name: 'Cup',
      sku: 'CUP',
      url: 'cup',
      track_inventories: false,
      stocks: [{ price: '100.00' }],
    })
    const stock = (made.stocks as { id: number }[])[0]?.id ?? 0
    return runRounds(options, tell, (n) => oneRound(shop, stock, n, options))
  })
}

async function findCode(shop: ProductUnderTest, code: string, rule: object, limits: object): Promise<number> {
  const { id } = await shop.make('promotion', { title: { 'en-US': code }, trigger: 'code', ...rule })
  await shop.make(`promotion/${id}/publish`, {})
  await shop.make('coupon', { promotion_id: id, code, ...limits })
  return id
}

async function oneRound(shop: ProductUnderTest, stock: number, n: number, { shoppers, uses }: PromotionsOptions): Promise<Round> {
  const amount = (value: string) => ({ actions: [{ type: 'amount_order', value: { amount: value } }] })
  const few = await findCode(shop, `FEW${n}`, amount('10.00'), { usage_limit: uses })
  const dear = await findCode(shop, `DEAR${n}`, { ...amount((EACH / 100).toFixed(2)), budget: (BUDGET / 100).toFixed(2) }, {})
  const people = Array.from({ length: shoppers }, (_, i) => makeShopper(shop, n * 1_000 + i))
  const carts: string[] = []
  for (let i = 0; i < people.length; i += 40)
    carts.push(
      ...(await Promise.all(people.slice(i, i + 40).map((person, j) => person.gather(stock, `${(i + j) % 2 ? 'DEAR' : 'FEW'}${n}`)))),
    )
  const begun = performance.now()
  const buying = people.map((person, i) => person.buy(carts[i] ?? ''))
  // One process is killed in the middle of the round and restarted while shoppers retry.
  const accident = killOne(shop, n, 180)
  const numbers = (await Promise.all(buying)).filter((number) => number !== undefined)
  const took = Math.round(performance.now() - begun)
  await accident
  const [counted] = await shop.rows<{ used: number; spent: number }>(
    `select (select count(*)::int from promotion_usage where promotion_id = $1 and released_at is null) as used,
      (select coalesce(sum(amount_minor), 0)::int from promotion_usage where promotion_id = $2 and released_at is null) as spent`,
    [few, dear],
  )
  const { used = 0, spent = 0 } = counted ?? {}
  const problems = await findViolations(shop, numbers)
  if (used !== Math.min(uses, Math.ceil(shoppers / 2))) problems.push(`used ${used} times of ${uses}`)
  if (spent > BUDGET) problems.push(`${spent} cents spent of ${BUDGET}`)
  return { round: n, used, spent: (spent / 100).toFixed(2), orders: numbers.length, refused: shoppers - numbers.length, took, problems }
}

/** Invariants of counters and orders that hold at any moment. Returns the violations. */
async function findViolations(shop: ProductUnderTest, numbers: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  if (new Set(numbers).size !== numbers.length) problems.push('one order was told to two shoppers')
  const wrong = await shop.rows<{ id: string }>(`select c.ref::text as id from promotion_counter c cross join lateral (
      select count(*) as used, coalesce(sum(u.amount_minor), 0) as spent from promotion_usage u where u.promotion_id = c.ref and u.released_at is null) f
    where c.kind = 'rule' and (c.used <> f.used or c.spent_minor <> f.spent)`)
  if (wrong.length > 0) problems.push(`counters that say something else than what was used: ${wrong.map(({ id }) => id).join(', ')}`)
  const unexplained = await shop.rows<{ order_number: string }>(`select o.order_number from sales_order o
    where o.subtotal_minor - o.discount_minor + o.shipping_minor <> o.total_minor
      or o.discount_minor <> (select coalesce(-sum(a.amount_minor), 0) from order_adjustment a where a.order_id = o.id)
      or o.discount_minor <> (select coalesce(sum(u.amount_minor), 0) from promotion_usage u where u.order_id = o.id and u.released_at is null)
      or o.discount_minor <> (select coalesce(sum(l.discount_minor), 0) from order_line l where l.order_id = o.id)`)
  if (unexplained.length > 0) problems.push(`orders whose price is not explained: ${unexplained.map((o) => o.order_number).join(', ')}`)
  return problems
}
