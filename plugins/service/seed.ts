import { type Ctx, AppError, type Locale, type Seed } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { createSamplePerson } from 'stoa/plugins/people'
import { order } from 'stoa/plugins/sales'
import { application } from './resources/application.ts'
import { apply } from './services/apply.ts'
import { approve } from './services/approve.ts'

const say = (en: string, hk: string, cn: string): Partial<Record<Locale, string>> => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })

const URL = 'tea-ceremony'

/** A sample service with its form; in the sample year with applications. */
export const seedApplications: Seed = async (ctx, set) => {
  if (set === 'small') return
  const { year } = ctx
  if (!year) return offer(ctx)
  year.at(year.on(0, 9), offer)
  const random = year.random('service')
  for (let nth = Math.max(4, Math.round(12 * year.share)); nth > 0; nth--) planOne(year, random, nth)
}

async function offer(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  if (await resources.findBy(ctx, 'product', 'url', URL)) return
  const title = say('Tea ceremony at yours', '到會茶藝', '上门茶艺')
  const form = await resources.create(ctx, 'form', { url: URL, title, confirm_submitter: false })
  await resources.create(ctx, 'product', {
    url: URL,
    sku: 'CER',
    name: title,
    type: 'service',
    form_id: form.id,
    is_approval_required: true,
    track_inventories: false,
    short_description: say(
      'A tea master comes to your office or home, for up to twelve guests.',
      '茶藝師親臨你的公司或府上，最多十二位客人。',
      '茶艺师亲临您的公司或府上，最多十二位客人。',
    ),
    stocks: [{ sku: 'CER-1', price: '980.00' }],
  })
}

/** An application that is decided a day or two later. One near the end stays pending. */
function planOne(year: YearPlan, random: ReturnType<YearPlan['random']>, nth: number): void {
  const at = year.on(random.int(2, year.days), random.int(9, 21), random.int(0, 59))
  const turned = random.chance(0.25)
  year.at(at, async (ctx) => {
    const { first_name, last_name, email, phone, country_code, language } = createSamplePerson(random, 7_000 + nth)
    const guest: Ctx = { ...ctx, actor: { kind: 'guest' }, language }
    const applicant = { first_name, last_name, email, phone, country_code }
    const { id } = await ctx.kernel.transaction((tx) => apply(tx, guest, { url: URL, stock_id: null, quantity: 1 }, applicant, null))
    year.at(year.working(year.in(random.int(600, 2_400))), () => decide(year, id, turned))
  })
}

async function decide(year: YearPlan, id: number, turned: boolean): Promise<void> {
  const staff = await year.staff('update application')
  const { kernel } = staff
  await orNothing(async () => {
    if (turned) return kernel.resources.transition(staff, application, id, 'reject', { note: '當日茶藝師已有安排，未能承接。' })
    await kernel.transaction((tx) => approve(tx, staff, id, ''))
    year.at(year.working(year.in(900)), () => settle(year, id))
  })
}

/** The order is paid, and the service is completed some days later. */
async function settle(year: YearPlan, id: number): Promise<void> {
  const staff = await year.staff('pay order')
  const { resources } = staff.kernel
  const { order_id } = await resources.get(staff, application, id)
  if (order_id === null) return
  await orNothing(() => resources.transition(staff, order, order_id, 'pay', { reference: '' }))
  year.at(year.working(year.in(4_000)), () => orNothing(() => resources.transition(staff, application, id, 'begin')))
  year.at(year.working(year.in(6_000)), () =>
    orNothing(async () => {
      await resources.transition(staff, application, id, 'complete')
      await resources.transition(staff, order, order_id, 'process')
      await resources.transition(staff, order, order_id, 'complete')
    }),
  )
}

/** Ignores actions that are not possible on that day. */
async function orNothing(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
