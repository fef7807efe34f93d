import { setTimeout as wait } from 'node:timers/promises'
import { sendPaidWebhooks } from 'stoa/plugins/payments'
import { makeShopper } from './shopper.ts'
import { withShop } from './shop.ts'
import { settled, findViolations } from './truths.ts'
import type { ProductUnderTest } from 'stoa/cli'

export interface CrashOptions {
  kills: number
  shoppers: number
}

export interface CrashReport {
  kills: number
  /** Orders confirmed to shoppers, each of which must exist. */
  orders: number
  /** How many of them were paid. */
  paid: number
  seconds: number
  problems: string[]
}

/** Milliseconds until a process is killed: long enough for a request to be in progress. */
const LIFE = 600

/**
 * Lets shoppers fill carts, order and pay while processes are killed the given number of times. Then it checks that
 * no confirmed order is lost, no reservation is orphaned and no charge lacks an order.
 */
export function proveCrashes(server: string, options: CrashOptions, tell: (done: number) => void): Promise<CrashReport> {
  return withShop(server, 2, async (shop) => {
    const stock = await plenty(shop)
    const begun = performance.now()
    const placedNumbers: string[] = []
    const paid: string[] = []
    const open = { still: true }
    const crowd = Array.from({ length: options.shoppers }, (_, i) => shopping(shop, stock, i, open, placedNumbers, paid))
    for (let kill = 1; kill <= options.kills; kill++) {
      await wait(LIFE * (0.5 + Math.random()))
      const victim = shop.nodes[kill % shop.nodes.length]
      await victim?.kill()
      await victim?.start()
      tell(kill)
    }
    open.still = false
    await Promise.all(crowd)
    const problems: string[] = []
    if (!(await settled(shop, paid))) problems.push('not every payment was booked within a minute')
    const stored = await shop.rows<{ order_number: string }>('select order_number from sales_order')
    const there = new Set(stored.map((o) => o.order_number))
    const lost = placedNumbers.filter((number) => !there.has(number))
    if (lost.length > 0) problems.push(`orders that were told are not there: ${lost.slice(0, 5).join(', ')}`)
    if (new Set(placedNumbers).size !== placedNumbers.length) problems.push('one order was told twice')
    if (there.size > placedNumbers.length) problems.push(`${there.size - placedNumbers.length} orders nobody was told of`)
    problems.push(...(await findViolations(shop)))
    return {
      kills: options.kills,
      orders: placedNumbers.length,
      paid: paid.length,
      seconds: Math.round((performance.now() - begun) / 1000),
      problems,
    }
  })
}

/** Shoppers in sequence, each with a cart of one to three units; two of three pay. */
async function shopping(
  shop: ProductUnderTest,
  stock: number,
  workerIndex: number,
  open: { still: boolean },
  placedNumbers: string[],
  paid: string[],
): Promise<void> {
  for (let n = 0; open.still; n++) {
    const shopper = makeShopper(shop, workerIndex * 100_000 + n)
    const purchase = await shopper.buy(await shopper.gather([{ stock_id: stock, quantity: 1 + (n % 3) }]))
    if (!purchase) throw new Error('a shop with plenty said it had too little')
    placedNumbers.push(purchase.number)
    if (n % 3 === 2) continue
    paid.push(purchase.number)
    await sendPaidWebhooks(shop, purchase.fields, 2)
  }
}

async function plenty(shop: ProductUnderTest): Promise<number> {
  const [warehouse] = await shop.rows<{ id: string }>('select id from warehouse')
  const made = await shop.make('product', {
    name: 'Tea',
    sku: 'TEA',
    url: 'tea',
    stocks: [{ price: '10.00', inventories: [{ warehouse_id: Number(warehouse?.id), quantity: 1_000_000 }] }],
  })
  return (made.stocks as { id: number }[])[0]?.id ?? 0
}
