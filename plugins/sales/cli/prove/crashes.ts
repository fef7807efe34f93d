import { setTimeout as wait } from 'node:timers/promises'
import { sendPaidWebhooks } from 'stoa/plugins/payments'
import { makeShopper } from './shopper.ts'
import { createProduct, withShop } from './shop.ts'
import { waitForPayments, invariants } from './invariants.ts'
import { findViolations, type ProductUnderTest } from 'stoa/cli'

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
const KILL_AFTER_MS = 600

/**
 * Lets shoppers fill carts, order and pay while processes are killed the given number of times. Then it checks that
 * no confirmed order is lost, no reservation is orphaned and no charge lacks an order.
 */
export function proveCrashes(server: string, options: CrashOptions, onKill: (done: number) => void): Promise<CrashReport> {
  return withShop(server, 2, async (shop) => {
    const stock = await createProduct(shop, { name: 'Tea', sku: 'TEA', url: 'tea' }, '10.00', 1_000_000)
    const startedAt = performance.now()
    const placedNumbers: string[] = []
    const paid: string[] = []
    const running = { active: true }
    const shoppers = Array.from({ length: options.shoppers }, (_, i) => shopUntilStopped(shop, stock, i, running, placedNumbers, paid))
    for (let kill = 1; kill <= options.kills; kill++) {
      await wait(KILL_AFTER_MS * (0.5 + Math.random()))
      const killedNode = shop.nodes[kill % shop.nodes.length]
      await killedNode?.kill()
      await killedNode?.start()
      onKill(kill)
    }
    running.active = false
    await Promise.all(shoppers)
    const problems: string[] = []
    if (!(await waitForPayments(shop, paid))) problems.push('not every payment was booked within a minute')
    const stored = await shop.rows<{ order_number: string }>('select order_number from sales_order')
    const storedNumbers = new Set(stored.map((o) => o.order_number))
    const lost = placedNumbers.filter((number) => !storedNumbers.has(number))
    if (lost.length > 0) problems.push(`confirmed orders are missing: ${lost.slice(0, 5).join(', ')}`)
    if (new Set(placedNumbers).size !== placedNumbers.length) problems.push('one order was confirmed twice')
    if (storedNumbers.size > placedNumbers.length) problems.push(`${storedNumbers.size - placedNumbers.length} unconfirmed orders`)
    problems.push(...(await findViolations(shop, invariants)))
    return {
      kills: options.kills,
      orders: placedNumbers.length,
      paid: paid.length,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      problems,
    }
  })
}

/** Shoppers in sequence, each with a cart of one to three units; two of three pay. */
async function shopUntilStopped(
  shop: ProductUnderTest,
  stock: number,
  workerIndex: number,
  open: { active: boolean },
  placedNumbers: string[],
  paid: string[],
): Promise<void> {
  for (let n = 0; open.active; n++) {
    const shopper = makeShopper(shop, workerIndex * 100_000 + n)
    const purchase = await shopper.buy(await shopper.fillCart([{ stock_id: stock, quantity: 1 + (n % 3) }]))
    if (!purchase) throw new Error('a shop with enough stock reported a shortage')
    placedNumbers.push(purchase.number)
    if (n % 3 === 2) continue
    paid.push(purchase.number)
    await sendPaidWebhooks(shop, purchase.fields, 2)
  }
}
