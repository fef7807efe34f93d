import { sql } from 'stoa'
import { leaf, printData, type SharedOptions, withKernel } from 'stoa/cli'

export const command = () =>
  leaf('count-sample', 'Count sample items', 'stoa count-sample').action((options: SharedOptions) =>
    withKernel(options, async ({ db }) => {
      const found = await db.one<{ count: number }>(sql`select count(*)::int as count from sample_item`)
      printData(String(found?.count))
    }),
  )
