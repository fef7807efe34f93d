import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, projectRoot, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { findExamplePerson } from 'stoa/plugins/people'
import { countVisit } from './services/attribution.ts'
import { contactMessage } from './resources/contact-message.ts'

interface Words {
  messages: [subject: string, message: string][]
  redirects: [source: string, target: string][]
  folders: string[]
}

/** Sample year: visits of landing pages, contact messages and their handling. */
export async function planContent(ctx: Ctx, year: YearPlan): Promise<void> {
  const { resources } = ctx.kernel
  const words = JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'content', 'year.json'), 'utf8')) as Words
  for (const [source, target] of words.redirects)
    if (!(await resources.findBy(ctx, 'redirect', 'source', source))) await resources.create(ctx, 'redirect', { source, target })
  for (const name of words.folders)
    if (!(await resources.findBy(ctx, 'folder', 'name', name))) await resources.create(ctx, 'folder', { name, parent_id: null })
  const random = year.random('content')
  for (let day = 0; day <= year.days; day++) year.at(year.on(day, 20), (now) => visits(now, year, random))
  const count = Math.max(8, Math.round(60 * year.share))
  for (let n = 0; n < count; n++) {
    const [subject, message] = random.pick(words.messages)
    const day = n < 3 ? year.days - n : random.int(1, year.days)
    year.at(year.on(day, n < 3 ? 9 : random.int(8, 22), random.int(0, 59)), (now) => written(now, year, random, subject, message))
  }
}

/** Visits of each landing page by day; a new page has more. */
async function visits(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const pages = await ctx.kernel.db.rows<{ url: string; age: number }>(sql`
    select url, extract(day from now() - published_at)::int as age from landing_page where status in ('published', 'pending') and published_at <= now() order by id`)
  for (const { url, age } of pages) {
    const many = Math.ceil(random.int(2, 14) * year.share * (age < 14 ? 3 : age < 60 ? 1.5 : 1))
    for (let n = 0; n < many; n++)
      await countVisit(ctx, url, { address: `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`, agent: 'Mozilla/5.0' })
  }
}

/** A contact message, handled within two days. */
async function written({ kernel }: Ctx, year: YearPlan, random: SeededRandom, subject: string, message: string): Promise<void> {
  const along = random.next()
  const person = kernel.registry.resources.has('person') ? await findExamplePerson(kernel.db, along) : undefined
  const { name, email } = person ?? { name: '歐先生', email: 'au@mail.example' }
  const id = await kernel.transaction(async (tx) => {
    const messageId = await tx.insert(contactMessage, { name, email, subject, message })
    tx.emit('contact.received', { messageId })
    return messageId
  })
  year.at(year.working(year.in(random.int(30, 1_200))), async () => {
    const staff = await year.staff('update contact message')
    if (staff.actor.kind === 'admin') await kernel.db.run(sql`update contact_message set assigned_to = ${staff.actor.id} where id = ${id}`)
    await kernel.resources.transition(staff, contactMessage, id, 'process')
    year.at(year.working(year.in(random.int(60, 2_000))), () => kernel.resources.transition(staff, contactMessage, id, 'complete'))
  })
}
