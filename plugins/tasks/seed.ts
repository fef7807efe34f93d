import { account, AppError, createStaffCtx, type Ctx, type Seed, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { createOwnTask, moveTask, type TaskInput } from './services/own-tasks.ts'

const CREATE = 'create task'

/** Sample tasks with their checklists; `about` names the resource whose newest row some of them are about. */
const samples: readonly { title: string; checklist?: readonly string[]; about?: string; priority?: 'normal' | 'high' | 'urgent' }[] = [
  { title: '致電客戶確認送貨時間 Confirm the delivery time', about: 'order' },
  { title: 'Reply to the question about gift wrapping', about: 'order', priority: 'high' },
  { title: '檢查到貨數量 Check the delivery', about: 'po', checklist: ['Count the boxes', 'Compare with the order', 'Photograph damage'] },
  { title: 'Take pictures of the new teapots', about: 'product', checklist: ['Front', 'Lid open', 'In use'] },
  { title: '更新聖誕禮盒說明 Update the gift box texts', about: 'product' },
  { title: 'Follow up the tasting for twelve', about: 'lead', priority: 'urgent' },
  { title: 'Order paper bags', checklist: ['Small', 'Large'] },
  { title: '準備下週排班 Prepare the roster of next week' },
]

/** Tasks of the sample shop, most of them completed; in the year, spread over it. */
export const seedTasks: Seed = async (ctx, set) => {
  const { year, kernel } = ctx
  if (year) return planYear(year)
  if (set === 'small' || (await kernel.db.one(sql`select 1 from task limit 1`))) return
  const [first] = await kernel.query(account).where('enabled', true).orderBy('id').limit(1)
  const me = first && (await createStaffCtx(kernel, first.id))
  if (!me) return
  for (const [n, sample] of samples.entries()) await createSample(me, sample, { due_date: await readDate(me, n - 2) })
}

/** The date so many days from today in the shop. */
async function readDate({ kernel }: Ctx, days: number): Promise<string> {
  const row = await kernel.db.one<{ day: string }>(sql`select to_char(business_day() + ${days}::int, 'YYYY-MM-DD') as day`)
  return row?.day ?? ''
}

async function createSample(me: Ctx, { title, about, checklist = [], priority = 'normal' }: (typeof samples)[number], more: TaskInput) {
  const subject = await findSubject(me, about)
  const items = checklist.map((text, n) => ({ id: String(n + 1), text, done: n === 0 }))
  return createOwnTask(me, subject, { title, priority, checklist: items, ...more }, undefined)
}

/** The newest row of a resource that the member of staff may read. */
async function findSubject(me: Ctx, resource: string | undefined): Promise<{ subject_type: string | null; subject_id: number | null }> {
  const r = resource === undefined ? undefined : me.kernel.registry.resources.get(resource)
  if (!r || (me.actor.kind === 'admin' && !me.actor.allows(`get ${r.name}`))) return { subject_type: null, subject_id: null }
  const { data } = await me.kernel.resources.list(me, r.name, { limit: '1', sort: '-id' })
  const id = data[0]?.id
  return id === undefined ? { subject_type: null, subject_id: null } : { subject_type: r.name, subject_id: Number(id) }
}

function planYear(year: YearPlan): void {
  const random = year.random('tasks')
  for (let day = 3; day < year.days; day += random.int(3, 7)) {
    const sample = random.pick(samples)
    year.at(year.working(year.on(day, random.int(9, 17))), () => ignoreRefusal(work(year, random, sample)))
  }
  // A weekly task that somebody completes every week, and one that waits.
  year.at(year.working(year.on(year.days - 5, 9)), () => ignoreRefusal(repeat(year)))
}

/** Creates a task for oneself or a colleague. It is completed some days later. */
async function work(year: YearPlan, random: SeededRandom, sample: (typeof samples)[number]): Promise<void> {
  const me = await year.staff(CREATE)
  if (me.actor.kind !== 'admin') return
  const colleague = random.chance(0.5) ? await year.staff(CREATE, me.actor.id) : me
  const days = random.int(1, 6)
  const assignee_admin_id = colleague.actor.kind === 'admin' ? colleague.actor.id : me.actor.id
  const due_time = random.chance(0.3) ? '15:00' : null
  const id = await createSample(me, sample, { due_date: await readDate(me, days), due_time, assignee_admin_id })
  year.at(year.working(year.in(random.int(1, days) * 1_440)), () =>
    ignoreRefusal(moveTask(colleague, id, random.chance(0.1) ? 'start' : 'complete')),
  )
}

async function repeat(year: YearPlan): Promise<void> {
  const me = await year.staff(CREATE)
  if (me.actor.kind !== 'admin') return
  const nobody = { subject_type: null, subject_id: null }
  const weekly = { title: '盤點茶室存貨 Count the tea room', due_date: await readDate(me, 1), recurrence: 'weekly' } as const
  await moveTask(me, await createOwnTask(me, nobody, weekly, undefined), 'complete')
}

/** Ignores refusals by business rules, such as a colleague who left; other errors are thrown. */
async function ignoreRefusal(trying: Promise<unknown>): Promise<void> {
  try {
    await trying
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
