import { type Ctx, sql, type Tx } from 'stoa'

/** Makes a transition for all holidays of a calendar that have a status. */
export async function publishHolidays(
  { tx, ctx, row }: { tx: Tx; ctx: Ctx; row: { id: number } },
  status: 'draft' | 'published',
  transition: 'publish' | 'unpublish',
): Promise<void> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from hr_holiday where calendar_id = ${row.id} and status = ${status} order by id for update`,
  )
  for (const { id } of rows) await ctx.kernel.resources.transitionIn(tx, ctx, 'hr_holiday', id, transition)
}
