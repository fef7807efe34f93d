import { type Ctx, type Seed, sql } from 'stoa'
import type { YearPlan, SeededRandom } from 'stoa/year'
import { MARKETING, rebuildTimelines } from 'stoa/plugins/people'
import { startBroadcast } from './services/start.ts'
import { broadcast } from './resources/broadcast.ts'

interface Example {
  /** Days before the end of the year, and the hour of the day. */
  before: number
  hour: number
  title: string
  subject: Record<string, string>
  body: Record<string, string>
}

const paragraph = (text: string, link: string, label: string) => `<p>${text}</p><p><a href="${link}">${label}</a></p>`
const shop = 'https://tea.example/'

const examples: readonly Example[] = [
  {
    before: 120,
    hour: 10,
    title: '春茶上市 Spring tea',
    subject: {
      'en-US': 'The first tea of spring, {{first_name|friend}}',
      'zh-HK': '{{first_name|朋友}}，春茶到了',
      'zh-CN': '{{first_name|朋友}}，春茶到了',
    },
    body: {
      'en-US': paragraph("Picked before the rain, roasted last week: this year's Longjing is here.", `${shop}spring`, 'See what is new'),
      'zh-HK': paragraph('明前採摘，上星期炒製：今年的龍井到了。', `${shop}spring`, '查看新茶'),
      'zh-CN': paragraph('明前采摘，上周炒制：今年的龙井到了。', `${shop}spring`, '查看新茶'),
    },
  },
  {
    before: 30,
    hour: 11,
    title: '中秋禮盒 Gift boxes',
    subject: { 'en-US': 'Gift boxes for the festival', 'zh-HK': '中秋禮盒現正預訂', 'zh-CN': '中秋礼盒现正预订' },
    body: {
      'en-US': paragraph('Order by Friday, and they arrive in time.', `${shop}gifts`, 'Choose a box'),
      'zh-HK': paragraph('星期五前訂購，節前送達。', `${shop}gifts`, '選購禮盒'),
      'zh-CN': paragraph('周五前订购，节前送达。', `${shop}gifts`, '选购礼盒'),
    },
  },
]

/** Sample data: two broadcasts with results, and one draft. */
export const seedBroadcasts: Seed = async (ctx, set) => {
  const { year, kernel } = ctx
  if (set === 'small' || (await kernel.db.one(sql`select 1 from broadcast limit 1`))) return
  if (!year) return void (await createBroadcast(ctx, examples[1]))
  const random = year.random('broadcast')
  for (const example of examples)
    year.at(year.on(Math.max(1, year.days - example.before), example.hour), async () => {
      const staff = await year.staff('send broadcast')
      await recordResults(staff, await createBroadcast(staff, example), year, random)
    })
  year.at(year.on(Math.max(1, year.days - 1), 15), async () => {
    const staff = await year.staff('create broadcast')
    await kernel.resources.update(staff, 'broadcast', await createBroadcast(staff, examples[0]), { title: '會員專享 For members' })
  })
}

async function createBroadcast(ctx: Ctx, example: Example | undefined): Promise<number> {
  const topic = await ctx.kernel.resources.findBy(ctx, 'topic', 'key', MARKETING)
  if (!example || !topic) return 0
  const { title, subject, body } = example
  const { id } = await ctx.kernel.resources.create(ctx, 'broadcast', {
    title,
    channel: 'email',
    topic_id: topic.id,
    subject,
    body,
    audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [] },
  })
  return id
}

/** Records the results directly. No e-mail of the sample data is sent. */
async function recordResults(staff: Ctx, id: number, year: YearPlan, random: SeededRandom): Promise<void> {
  const { kernel } = staff
  await kernel.resources.transition(staff, broadcast, id, 'send')
  await startBroadcast(kernel, id)
  const rows = await kernel.db.rows<{ id: number }>(sql`select id from broadcast_recipient where broadcast_id = ${id} order by id`)
  const link = await kernel.db.one<{ id: number }>(sql`select id from broadcast_link where broadcast_id = ${id} order by id limit 1`)
  for (const { id: recipient } of rows) {
    const bounced = random.chance(0.02)
    await kernel.db.run(sql`update broadcast_recipient set claimed_at = now(), handed_at = now(), attempts = 1, claim = 'example',
      status = ${bounced ? 'abnormal' : 'sent'}, reason = ${bounced ? 'refused' : ''}, error = ${bounced ? '550 5.1.1 user unknown' : ''},
      sent_at = case when ${!bounced} then now() end where id = ${recipient}`)
    if (bounced) {
      await insertEvent(staff, recipient, 'bounce_hard', 0)
      continue
    }
    if (!random.chance(0.42)) continue
    const minutes = random.int(5, 2_000)
    await insertEvent(staff, recipient, 'open', minutes)
    if (link && random.chance(0.3)) await insertEvent(staff, recipient, 'click', minutes + random.int(1, 8), link.id)
    if (random.chance(0.01)) await insertEvent(staff, recipient, 'unsubscribe', minutes + 9)
  }
  await kernel.resources.transition({ ...staff, actor: { kind: 'system', name: 'seed' } }, broadcast, id, 'finish')
  await rebuildTimelines(kernel, { only: 'broadcast' })
}

const insertEvent = ({ kernel }: Ctx, recipient: number, type: string, minutes: number, link: number | null = null) =>
  kernel.db.run(sql`insert into broadcast_event (recipient_id, type, link_id, at)
    select ${recipient}, ${type}, ${link}::bigint, now() + make_interval(mins => ${minutes})`)
