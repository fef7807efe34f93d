import { killOne, post, type ProductUnderTest, runRounds, withProduct } from 'stoa/cli'
import { memberClient } from './member.ts'

export interface LoyaltyOptions {
  rounds: number
  clients: number
  limit: number
}

/** The result of one round. */
export interface Round {
  round: number
  /** Number of orders paid with points. */
  paid: number
  redeemed: number
  refused: number
  /** Points left. */
  left: number
  /** Milliseconds from the first to the last response. */
  took: number
  problems: string[]
}

/** Points used for a payment, points for a redemption, and the balance of the customer. */
const [PAYS, TAKES, HAS] = [30, 10, 500]

interface Goods {
  sold: number
  redeemable: number
}

/** Concurrent clients of one customer pay with points and redeem them, through two processes. One process is killed in the middle. */
export function proveLoyalty(server: string, options: LoyaltyOptions, tell: (round: Round) => void): Promise<Round[]> {
  return withProduct(server, 2, async (shop) => {
    await shop.make('payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay to 123</p>' })
    const createStock = async (sku: string, price: string, more: object, stock: object): Promise<number> => {
      const made = await shop.make('product', {
        ...{ name: sku, sku, url: sku.toLowerCase(), type: 'virtual', track_inventories: false },
        ...more,
        stocks: [{ price, ...stock }],
      })
      return (made.stocks as { id: number }[])[0]?.id ?? 0
    }
    const goods = {
      sold: await createStock('SONG', (PAYS / 100).toFixed(2), {}, {}),
      redeemable: await createStock('GIFT', '80.00', { is_redeemable: true }, { points_to_redeem: TAKES, redemption_limit: options.limit }),
    }
    return runRounds(options, tell, (n) => oneRound(shop, goods, n, options))
  })
}

async function findMember(shop: ProductUnderTest, n: number): Promise<{ id: number; token: string }> {
  const credentials = { email: `member${n}@prove.test`, password: 'a long password' }
  const { id } = await shop.make('customer', { ...credentials, first_name: 'May', last_name: 'Chan' })
  await shop.make(`customer/${id}/points`, { points: HAS, reason: 'Welcome' })
  const { token } = await post<{ token: string }>(`${shop.nodes[0]?.url ?? ''}/api/login`, credentials)
  return { id, token }
}

async function oneRound(shop: ProductUnderTest, goods: Goods, n: number, { clients, limit }: LoyaltyOptions): Promise<Round> {
  const { id, token } = await findMember(shop, n)
  const people = Array.from({ length: clients }, (_, i) => memberClient(shop, token, n * 1_000 + i))
  const payers = people.filter((_, i) => i % 2 === 0)
  const takers = people.filter((_, i) => i % 2 === 1)
  const carts = await Promise.all(payers.map((payer) => payer.gather(goods.sold, PAYS)))
  const begun = performance.now()
  const paying = Promise.all(payers.map((payer, i) => payer.pay(carts[i] ?? '')))
  const taking = Promise.all(takers.map((taker) => taker.redeem(goods.redeemable)))
  // One process is killed in the middle of the round and restarted while clients retry.
  const accident = killOne(shop, n, 180)
  const orderNumbers = [...(await paying), ...(await taking)].filter((number) => number !== undefined)
  const took = Math.round(performance.now() - begun)
  await accident
  const [counted] = await shop.rows<{ paid: number; redeemed: number; left: number }>(
    `select (select count(*)::int from points_of_order p where p.person_id = c.person_id and p.spent > 0) as paid,
      (select coalesce(sum(quantity - returned), 0)::int from redemption r where r.person_id = c.person_id) as redeemed,
      (select balance from points_account a where a.person_id = c.person_id) as left from customer c where c.id = $1`,
    [id],
  )
  const { paid = 0, redeemed = 0, left = 0 } = counted ?? {}
  const problems = await findViolations(shop, id, orderNumbers)
  if (paid * PAYS + redeemed * TAKES + left !== HAS) problems.push(`${paid} paid, ${redeemed} redeemed and ${left} left do not make ${HAS}`)
  if (left < 0) problems.push(`${left} points`)
  if (redeemed > limit) problems.push(`${redeemed} redeemed of ${limit}`)
  if (paid < payers.length && left >= PAYS) problems.push(`somebody was refused though ${left} points were there`)
  if (redeemed < Math.min(limit, takers.length) && left >= TAKES) problems.push(`${redeemed} redeemed though ${left} points were there`)
  return { round: n, paid, redeemed, refused: clients - orderNumbers.length, left, took, problems }
}

/** Invariants of points and orders that hold at any moment. Returns the violations. */
async function findViolations(shop: ProductUnderTest, customer: number, orderNumbers: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  if (new Set(orderNumbers).size !== orderNumbers.length) problems.push('one order was told to two clients')
  const stored = await shop.rows<{ number: string }>('select order_number as number from sales_order where customer_id = $1', [customer])
  const there = new Set(stored.map(({ number }) => number))
  const lost = orderNumbers.filter((number) => !there.has(number))
  if (lost.length > 0) problems.push(`orders that were told are not there: ${lost.slice(0, 5).join(', ')}`)
  if (there.size > orderNumbers.length) problems.push(`${there.size - orderNumbers.length} orders nobody was told of`)
  const wrong = await shop.rows<{ id: string }>(`select a.person_id::text as id from points_account a
    where a.balance <> (select coalesce(sum(points), 0) from points_entry e where e.person_id = a.person_id)
      or a.balance <> (select coalesce(sum(remaining), 0) from points_lot l where l.person_id = a.person_id)`)
  if (wrong.length > 0) problems.push(`balances that are not the sum of their entries and lots: ${wrong.map(({ id }) => id).join(', ')}`)
  const open = await shop.rows<{ number: string }>(
    `select order_number as number from sales_order where customer_id = $1 and (total_minor <> 0 or status not in ('paid', 'completed'))`,
    [customer],
  )
  if (open.length > 0) problems.push(`orders that cost something: ${open.map(({ number }) => number).join(', ')}`)
  return problems
}
