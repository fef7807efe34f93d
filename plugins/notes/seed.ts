import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, id as name, projectRoot, type Seed, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { countUnread, markRead } from './services/inbox.ts'
import { createNote, writeNotes } from './services/notes.ts'
import { NOTE_SUBJECTS } from './services/subjects.ts'

/** Sample comments over a year, on all resources with comments. */
export const seedNotes: Seed = async ({ year }) => {
  if (!year) return
  const random = year.random('notes')
  const sampleTexts = JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'notes', 'year.json'), 'utf8')) as string[]
  const count = Math.max(20, Math.round(year.orders / 10))
  for (let n = 0; n < count; n++) {
    const createdAt = year.working(year.on(random.int(3, year.days), random.int(9, 18), random.int(0, 59)))
    year.at(createdAt, () => write(year, random, random.pick(sampleTexts)))
  }
  // Notifications are read, except those of the last days.
  for (let day = 7; day < year.days - 3; day += 7) year.at(year.on(day, 18), () => readAll(year))
}

async function write(year: YearPlan, random: SeededRandom, text: string): Promise<void> {
  const writer = await year.staff(writeNotes)
  if (writer.actor.kind !== 'admin') return
  const { kernel } = writer
  const subject = random.pick([...kernel.contributions(NOTE_SUBJECTS).values()].map(({ of }) => of.name))
  const r = kernel.registry.resources.get(subject)
  if (!r) return
  const rows = await kernel.db.rows<{ id: number }>(sql`select id from ${name(r.table)} order by id desc limit 12`)
  if (rows.length === 0) return
  const other = random.chance(0.5) ? await year.staff(writeNotes, writer.actor.id) : undefined
  const named = other?.actor.kind === 'admin' ? other.actor : undefined
  const note = { body: named ? `@${named.name} ${text}` : text, mentions: named ? [named.id] : [], files: [] }
  const about = { subject, subject_id: random.pick(rows).id }
  try {
    await createNote(writer, about, note, undefined)
  } catch (error) {
    // Some colleagues may not read some rows, so these comments are skipped.
    if (!(error instanceof AppError)) throw error
  }
}

async function readAll(year: YearPlan): Promise<void> {
  const { kernel, ...rest } = await year.staff(writeNotes)
  const me = { kernel, ...rest }
  if (me.actor.kind !== 'admin' || (await countUnread(me)) === 0) return
  const newest = await kernel.db.one<{ id: number }>(sql`select max(id) as id from notice where account_id = ${me.actor.id}`)
  await markRead(me, { ids: [], up_to: newest?.id ?? 0 })
}
