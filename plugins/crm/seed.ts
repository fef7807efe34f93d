import { type Ctx, type Seed, sql } from 'stoa'
import { createSamplePerson } from 'stoa/plugins/people'
import type { YearPlan } from 'stoa/year'
import { LEADS } from './services/create-lead.ts'
import { sources } from './domain/sources.ts'
import { funnel } from './resources/funnel.ts'

/** Sample enquiries with their expected amounts. */
const wishes: readonly (readonly [title: string, amount: string])[] = [
  ['公司茶歇，每月一次', '3600.00'],
  ['Tea tasting for twelve', '2400.00'],
  ['中秋禮盒一百份', '18800.00'],
  ['Wholesale for a café in Sheung Wan', '9200.00'],
  ['婚禮回禮茶包', '5400.00'],
  ['Staff gifts for the new year', '12600.00'],
]

/** Sample tags; the sample year also uses them as names of groups. */
const tagNames = ['批發 Wholesale', 'VIP']

const DAY_MS = 86_400_000

/** Index of the won stage among the default stages. */
const WON = 3

/** Creates a funnel with leads in all of its stages. */
export const seedCrm: Seed = async (ctx, set) => {
  if (set === 'small' || (await ctx.kernel.resources.findBy(ctx, 'funnel', 'url', 'enquiries'))) return
  const { year } = ctx
  if (year) planYear(ctx, year)
  else {
    const funnelId = await makeFunnel(ctx)
    const tags = await makeTags(ctx)
    for (const [n, [title, amount]] of wishes.entries()) {
      const contactInput = {
        first_name: 'Example',
        last_name: String.fromCodePoint(65 + n),
        email: `lead-${n + 1}@tea.example`,
        country_code: '852',
        phone: `2555010${n}`,
      }
      const lead = await take(ctx, { ...contactInput, title, amount, funnelId, step: n % 5, source: sources[n % sources.length] ?? 'form' })
      const { contact_id } = await ctx.kernel.resources.get(ctx, 'lead', lead)
      await ctx.kernel.resources.update(ctx, 'contact', Number(contact_id), { tags: [tags[n % tags.length]] })
    }
  }
}

async function makeTags(ctx: Ctx): Promise<number[]> {
  const { resources } = ctx.kernel
  const ids: number[] = []
  for (const name of tagNames)
    ids.push(((await resources.findBy(ctx, 'tag', 'name', name)) ?? (await resources.create(ctx, 'tag', { name }))).id)
  return ids
}

async function makeFunnel(ctx: Ctx): Promise<number> {
  const { resources } = ctx.kernel
  const found = await resources.findBy(ctx, 'funnel', 'url', 'enquiries')
  if (found) return found.id
  const title = { 'en-US': 'Enquiries', 'zh-HK': '查詢', 'zh-CN': '咨询' }
  const { id } = await resources.create(ctx, 'funnel', { url: 'enquiries', title })
  await resources.transition(ctx, funnel, id, 'publish')
  return id
}

interface SampleLead {
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
  title: string
  amount: string
  funnelId: number
  source: (typeof sources)[number]
  /** Number of stages the lead goes through. */
  step: number
}

async function take(ctx: Ctx, { title, amount, funnelId, step, source, ...person }: SampleLead): Promise<number> {
  const { kernel } = ctx
  const id = await kernel.transaction((tx) =>
    kernel.get(LEADS).create(tx, { ...person, funnel_id: funnelId, spoken_language: null, source, source_detail: '', title }),
  )
  await kernel.resources.update(ctx, 'lead', id, { amount })
  // A lost lead skips the won stage.
  for (let n = 1; n <= step; n++) if (n !== WON || step === WON) await goTo(ctx, id, n)
  return id
}

/** Moves a lead to the stage with this index in its funnel. */
async function goTo(ctx: Ctx, id: number, place: number): Promise<void> {
  const stage = await ctx.kernel.db.one<{ id: number; kind: string }>(sql`
    select s.id, s.kind from crm_lead l join crm_stage s on s.funnel_id = l.funnel_id where l.id = ${id} order by s."order", s.id offset ${place} limit 1`)
  if (stage)
    await ctx.kernel.resources.update(ctx, 'lead', id, { stage_id: stage.id, ...(stage.kind === 'lost' ? { lost_reason: 'price' } : {}) })
}

function planYear(ctx: Ctx, year: YearPlan): void {
  const random = year.random('crm')
  year.at(year.on(0, 9), async () => {
    await makeFunnel(ctx)
    await makeTags(ctx)
    for (const name of tagNames) await ctx.kernel.resources.create(ctx, 'group', { name })
  })
  // Expected closing dates lie around today, so that the calendar shows them.
  year.at(year.on(year.days - 1, 18), async () => {
    const open = await ctx.kernel.db.rows<{ id: number }>(sql`select id from crm_lead where closed_at is null order by id desc limit 8`)
    for (const [nth, { id }] of open.entries()) {
      const day = new Date(year.until.getTime() + (nth * 3 - 5) * DAY_MS)
      await ctx.kernel.resources.update(ctx, 'lead', id, { expected_close: day.toISOString().slice(0, 10) })
    }
  })
  const count = Math.max(20, Math.round(year.orders / 12))
  for (let nth = 0; nth < count; nth++) {
    const { language: _, address: __, ...samplePerson } = createSamplePerson(random, 2_000 + nth)
    const [title, amount] = random.pick(wishes)
    const source = random.pick(sources)
    const begun = random.int(1, year.days)
    let id = 0
    year.at(year.on(begun, random.int(9, 18)), async () => {
      id = await take(ctx, { ...samplePerson, title, amount, source, step: 0, funnelId: await makeFunnel(ctx) })
    })
    // Most leads are contacted, fewer get a quote, and some of those are won.
    const ways = random.pick([[], [1], [1, 2], [1, 2, 3], [1, 2, 4], [1, 4]])
    let day = begun
    for (const place of ways) {
      day += random.int(1, 9)
      year.at(year.on(day, random.int(9, 18)), () => goTo(ctx, id, place))
    }
  }
}
