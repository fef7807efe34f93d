import { sendPaidWebhooks } from 'stoa/plugins/payments'
import { makeShopper, type PurchaseResult } from './shopper.ts'
import { createProduct, withShop } from './shop.ts'
import { waitForPayments, invariants } from './invariants.ts'
import { findViolations, killOne, type ProductUnderTest, runRounds } from 'stoa/cli'

export interface OversellOptions {
  rounds: number
  shoppers: number
  units: number
}

/** Result of one round. */
export interface Round {
  round: number
  sold: number
  orders: number
  refused: number
  /** Milliseconds from the first to the last response. */
  took: number
  problems: string[]
}

/**
 * Sells a few units to many concurrent shoppers over two processes, one of which is killed. Payment notifications
 * arrive late, repeatedly and at both processes. Every second shopper has two lines of the same stock item.
 */
export function proveOversell(server: string, options: OversellOptions, onRound: (round: Round) => void): Promise<Round[]> {
  return withShop(server, 2, (shop) => runRounds(options, onRound, (n) => oneRound(shop, n, options)))
}

async function oneRound(shop: ProductUnderTest, n: number, { shoppers, units }: OversellOptions): Promise<Round> {
  const stock = await createProduct(shop, { name: `Rarity ${n}`, sku: `R${n}`, url: `rarity-${n}` }, '100.00', units)
  const people = Array.from({ length: shoppers }, (_, i) => makeShopper(shop, n * 1_000 + i))
  const carts: string[] = []
  for (let i = 0; i < people.length; i += 40) {
    const some = people.slice(i, i + 40)
    carts.push(...(await Promise.all(some.map((person, j) => person.fillCart(getLines(stock, i + j))))))
  }
  const startedAt = performance.now()
  const webhooks: Promise<void>[] = []
  const buying = people.map(async (person, i) => {
    const purchase = await person.buy(carts[i] ?? '')
    if (purchase) webhooks.push(sendPaidWebhooks(shop, purchase.fields, 3))
    return purchase
  })
  // One process is killed in the middle and restarts while shoppers retry.
  const restart = killOne(shop, n, 180)
  const outcomes = await Promise.all(buying)
  const took = Math.round(performance.now() - startedAt)
  await restart
  await Promise.all(webhooks)
  const purchases = outcomes.filter((o): o is PurchaseResult => o !== undefined)
  const problems = await findProblems(shop, stock, units, purchases)
  return {
    round: n,
    sold: await findSold(shop, stock),
    orders: purchases.length,
    refused: outcomes.length - purchases.length,
    took,
    problems,
  }
}

/** One unit in one line, or two units in two lines with different options. */
const getLines = (stock_id: number, i: number) =>
  i % 2 === 0
    ? [{ stock_id, quantity: 1 }]
    : [
        { stock_id, quantity: 1, additional_options: { engraving: 'for me' } },
        { stock_id, quantity: 1, additional_options: { engraving: 'for you' } },
      ]

async function findSold(shop: ProductUnderTest, stock: number): Promise<number> {
  const [row] = await shop.rows<{ sold: number }>(
    `select coalesce(sum(l.quantity), 0)::int as sold from order_line l join sales_order o on o.id = l.order_id
     where l.stock_id = $1 and o.status not in ('canceled', 'refunded')`,
    [stock],
  )
  return row?.sold ?? 0
}

async function findProblems(shop: ProductUnderTest, stock: number, units: number, purchases: readonly PurchaseResult[]): Promise<string[]> {
  const problems: string[] = []
  const numbers = purchases.map((b) => b.number)
  if (new Set(numbers).size !== numbers.length) problems.push('one order was confirmed to two shoppers')
  const sold = await findSold(shop, stock)
  if (sold !== units) problems.push(`${sold} sold of ${units}`)
  const stored = await shop.rows<{ order_number: string }>(
    `select o.order_number from sales_order o where exists (select 1 from order_line l where l.order_id = o.id and l.stock_id = $1)`,
    [stock],
  )
  const knownNumbers = new Set(numbers)
  const orphans = stored.filter((o) => !knownNumbers.has(o.order_number))
  if (orphans.length > 0) problems.push(`unconfirmed orders: ${orphans.map((o) => o.order_number).join(', ')}`)
  if (stored.length < numbers.length) problems.push(`${numbers.length} orders were confirmed, ${stored.length} exist`)
  if (!(await waitForPayments(shop, numbers))) problems.push('not every payment was booked within a minute')
  return [...problems, ...(await findViolations(shop, invariants))]
}
