import { type Ctx, type Locale, type Seed } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { product, listStocks } from 'stoa/plugins/catalogue'
import { findExampleCustomer } from 'stoa/plugins/people'
import { ignoreRejection, STORIES } from 'stoa/plugins/sales'
import { membership } from './resources/membership.ts'
import { pointsImport } from './resources/points-import.ts'
import { adjustPoints } from './services/adjust-points.ts'
import { redeemPoints } from './services/redeem-request.ts'

const say = (en: string, hk: string, cn: string): Partial<Record<Locale, string>> => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })

const tiers = [
  { level: 1, title: say('Green leaf', '綠葉', '绿叶'), colour: '#2f7d4f' },
  {
    level: 2,
    title: say('Oolong', '烏龍', '乌龙'),
    colour: '#b07a2a',
    threshold: '2000',
    earn_multiplier: '1.5',
    valid_months: 12,
    birthday_points: 100,
  },
]

/** Sample data: tiers and products to redeem. In the sample year customers redeem points now and then. */
export const seedTiers: Seed = async (ctx, set) => {
  const { year } = ctx
  if (!year) {
    if (set !== 'small') await make(ctx)
    return
  }
  const random = year.random('loyalty')
  year.at(year.on(0, 9), make)
  year.at(year.on(0, 10), bringSome)
  const times = Math.max(2, Math.round(14 * year.share))
  for (let n = 0; n < times; n++)
    year.at(year.working(year.on(random.int(20, year.days - 10), 11)), (then) => redeemOne(then, year, random))
}

async function make(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  for (const tier of tiers)
    if (!(await resources.findBy(ctx, membership, 'level', tier.level))) await resources.create(ctx, membership, tier)
  await allow(ctx)
}

/** Points per unit, and the limit per customer. */
const [POINTS, LIMIT] = [180, 3]

/** Makes the cheapest products redeemable. */
async function allow(ctx: Ctx): Promise<void> {
  const { db, resources } = ctx.kernel
  const [cheapest] = (await listStocks(db)).toSorted((a, b) => a.price - b.price || a.id - b.id)
  if (!cheapest) return
  const goods = (await resources.get(ctx, product.name, cheapest.product_id)) as {
    id: number
    is_redeemable: boolean
    stocks: { id: number }[]
  }
  if (goods.is_redeemable) return
  const stocks = goods.stocks.map(({ id }) => ({ id, points_to_redeem: POINTS, redemption_limit: LIMIT }))
  await resources.update(ctx, product.name, goods.id, { is_redeemable: true, stocks })
}

/** Imported points of some customers. */
async function bringSome(ctx: Ctx): Promise<void> {
  const { db, resources, i18n } = ctx.kernel
  const note = i18n.t(ctx.mainLanguage, 'loyalty:seed.brought')
  const found = await Promise.all([0.15, 0.45, 0.75].map((luck) => findExampleCustomer(db, luck)))
  for (const [i, customer] of [...new Set(found.flatMap((row) => row?.id ?? []))].entries())
    await resources.create(ctx, pointsImport, { customer_id: customer, points: 40 * (i + 1), note, key: `2024-${i + 1}` })
}

/** A customer gets bonus points and redeems them. */
async function redeemOne(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const { kernel } = ctx
  const [customer, goods] = [await findExampleCustomer(kernel.db, random.next()), await listStocks(kernel.db)]
  const [cheapest] = goods.toSorted((a, b) => a.price - b.price || a.id - b.id)
  if (!customer?.id || !cheapest) return
  const staff = await year.staff('adjust points')
  await adjustPoints(staff, customer.id, { points: POINTS, reason: kernel.i18n.t(ctx.mainLanguage, 'loyalty:seed.thanks'), key: '' })
  const buyer: Ctx = { ...ctx, actor: { kind: 'customer', id: customer.id } }
  const address = {
    first_name: customer.first_name,
    last_name: customer.last_name,
    country: 'HKG',
    area: '',
    contact_number: customer.phone,
    address: customer.address,
  }
  const redeemInput = { stock_id: cheapest.id, quantity: 1 }
  const sending = { shipping_method: 'collect', pickup_point: 'sheung_wan', shipping_address: null, billing_address: address }
  const answer = await ignoreRejection(
    redeemPoints(
      buyer,
      { ...redeemInput, ...sending, currency: null, payment_method: null, customer_note: '', agreed_total: null },
      undefined,
      {
        cookies: {},
        ip: '10.0.0.7',
      },
    ),
  )
  if (!answer) return
  const order = await kernel.resources.findBy(ctx, 'order', 'order_number', answer.order_number)
  if (order)
    for (const story of kernel.contributions(STORIES).values())
      story.planShipment?.(year, random, { id: order.id, collects: true, payment: 'cash', buyer: buyer })
}
