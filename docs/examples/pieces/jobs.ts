import { scheduleJob, sql } from 'stoa'
import { repairRules } from './settings.ts'

/** Under `jobs` in `plugin.ts`. */
export const sweep = scheduleJob('repair/sweep', '20 4 * * *', async ({ kernel }) => {
  const { keep_days } = kernel.settings.of(repairRules)
  await kernel.db.run(sql`delete from repair where status = 'canceled' and updated_at < now() - make_interval(days => ${keep_days})`)
})
