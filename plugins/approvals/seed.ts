import { AppError, type Seed, sql } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { APPROVABLE_DOCUMENTS } from './services/approvable-documents.ts'
import { decideApproval } from './services/decide.ts'

/** Amounts from which the shop manager must approve, in the base currency. */
const LIMITS: Readonly<Record<string, string>> = { refund: '250.00', po: '12000.00' }

/** Sample rules and a year of decisions. The requests of the last days are pending. */
export const seedApprovals: Seed = async (ctx) => {
  const { year, kernel } = ctx
  if (!year) return
  year.at(year.on(0, 9), async () => {
    const chief = await kernel.resources.findBy(ctx, 'role', 'name', 'Shop manager')
    if (!chief) return
    for (const [kind, from_amount] of Object.entries(LIMITS))
      if (kernel.contributions(APPROVABLE_DOCUMENTS).has(kind) && !(await kernel.resources.findBy(ctx, 'approval_rule', 'kind', kind)))
        await kernel.resources.create(ctx, 'approval_rule', { kind, from_amount, step: 1, role_id: chief.id })
  })
  for (let day = 1; day <= year.days - 4; day++) year.at(year.working(year.on(day, 17)), () => look(year))
  year.at(year.working(year.on(year.days - 40, 10)), () => goAway(year))
}

/** The manager decides the pending requests. */
async function look(year: YearPlan): Promise<void> {
  const { kernel, ...chief } = await year.staff('see all approval')
  const random = year.random(`approvals ${year.now().toISOString()}`)
  const waiting = await kernel.db.rows<{ id: number; step: number }>(sql`select a.id, s.id as step from approval a
    join approval_step s on s.approval_id = a.id and s.status = 'pending' where a.status = 'pending' order by a.id`)
  for (const { id, step } of waiting) {
    const verdict = random.chance(0.08) ? 'reject' : 'approve'
    await mostly(decideApproval({ kernel, ...chief }, id, { verdict, step, reason: verdict === 'reject' ? '請先與對方再談一次' : '' }))
  }
}

/** A delegation during a holiday. */
async function goAway(year: YearPlan): Promise<void> {
  const giver = await year.staff('see all approval')
  if (giver.actor.kind !== 'admin') return
  const deputy = await year.staff('see all approval', giver.actor.id)
  if (deputy.actor.kind !== 'admin') return
  const day = (ahead: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(year.in(ahead * 1_440))
  const away = { deputy_id: deputy.actor.id, starts_on: day(5), ends_on: day(12), reason: '年假 Annual leave' }
  await mostly(giver.kernel.resources.create(giver, 'approval_delegation', away))
}

/** Ignores refusals by business rules; other errors are thrown. */
async function mostly(trying: Promise<unknown>): Promise<void> {
  try {
    await trying
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
