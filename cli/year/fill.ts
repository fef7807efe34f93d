import { createKernel } from '../../core/kernel/create-kernel.ts'
import type { Ctx, Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { collectJobHandlers } from '../../core/events/job-handlers.ts'
import type { LoadedPlugin } from '../../core/plugin/define.ts'
import { CliError } from '../errors.ts'
import { operatorCtx } from '../operator.ts'
import { seed } from '../seed.ts'
import { midnight, moment, workingTime } from './days.ts'
import { closeClock, openClock, setClock, readSeedProgress, throughClock } from './clock.ts'
import { SeededRandom } from './random.ts'
import { workQueue } from './queue.ts'
import { getStaff } from './staff.ts'
import { Plan } from './plan.ts'
import type { YearPlan } from './year.ts'

/** Default number of orders. */
export const USUAL = 1_500
const DAYS = 364
const HALF_DAY = 12 * 3_600_000

/** @throws CliError conflict when a year was or is being filled in, or when the shop is open */
export async function refuseYear({ db }: Pick<Kernel, 'db'>): Promise<void> {
  const progress = await readSeedProgress(db)
  if (progress?.finished)
    throw new CliError('conflict', `This database was filled with a year on ${progress.finished.slice(0, 10)} already.`)
  if (progress)
    throw new CliError(
      'conflict',
      `A year was begun in this database on ${progress.begun.slice(0, 10)} and not finished: its dates are not yet where they belong.`,
      {
        hint: 'drop the database, create it anew, and run stoa seed year again',
      },
    )
  if (await db.one(sql`select 1 from pg_stat_activity where datname = current_database() and application_name like 'stoa worker%'`))
    throw new CliError('conflict', 'The shop is running on this database, and what it does meanwhile would be dated in the past.', {
      hint: 'stop it, run stoa seed year, and start it again',
    })
}

/** Fills a shop with a year of sample history. `tell` reports every plugin and every month. */
export async function fillYear(
  kernel: Kernel,
  plugins: readonly LoadedPlugin[],
  { orders = USUAL, until = new Date(), tell }: { orders?: number | undefined; until?: Date; tell: (line: string) => void },
): Promise<void> {
  const from = moment(midnight(until), -DAYS, 0)
  await openClock(kernel.db, from)
  // No past e-mail is sent, whatever the environment says.
  const past = await createKernel({
    config: { ...kernel.config, mailTransport: 'smtp', smtpUrl: undefined },
    databaseUrl: throughClock(kernel.db.url),
    plugins,
    log: kernel.log,
  })
  try {
    const plan = new Plan()
    let now = from
    const skipped = new Map<string, Date>()
    const shouldRun = (task: string) => now >= (skipped.get(task) ?? from)
    const year: YearPlan = {
      from,
      until,
      days: DAYS,
      orders,
      share: Math.min(1, orders / USUAL),
      random: (name) => new SeededRandom(name),
      at: (date, scenario) => date < until && plan.add(date, scenario),
      skip: (job, before) => void skipped.set(job, before),
      now: () => now,
      in: (minutes) => new Date(now.getTime() + minutes * 60_000),
      on: (day, hour, minute) => moment(from, day, hour, minute),
      working: workingTime,
      staff: getStaff(past, new SeededRandom('staff')),
    }
    const ctx: Ctx = { ...operatorCtx(past), year }
    await seed(ctx, 'year', (plugin) => tell(`✓ ${plugin}`))
    const tasks = collectJobHandlers(past)
    let worked = from.getTime()
    let month = ''
    for (let next = plan.take(); next; next = plan.take()) {
      if (next.time - worked > HALF_DAY) {
        await workQueue(past, tasks, shouldRun)
        worked = next.time
      }
      // What is planned for a past time runs now.
      now = new Date(Math.max(next.time, now.getTime()))
      if (month !== (month = now.toISOString().slice(0, 7))) tell(`  ${month}`)
      await setClock(past.db, now)
      await next.scenario(ctx)
    }
    await workQueue(past, tasks, shouldRun)
  } finally {
    await past.close()
  }
  tell('  dates')
  await closeClock(kernel.db)
  // Until autovacuum has run, the planner would assume empty tables.
  await kernel.db.run(sql`analyze`)
}
