import { type Kernel, sql } from 'stoa'

/** Invariants of tasks, which `stoa doctor` checks. */
export const checks = {
  'a completed task has the time of its completion, and no other has one': async ({ db }: Kernel): Promise<string[]> =>
    (
      await db.rows<{ id: number; status: string }>(sql`
        select id, status from task where (status = 'completed') <> (completed_at is not null) order by id limit 20`)
    ).map(({ id, status }) => `task ${id} is ${status}`),
  'an open task of a series has a due date': async ({ db }: Kernel): Promise<string[]> =>
    (
      await db.rows<{ id: number }>(sql`
        select id from task where status in ('to_do', 'process') and recurrence <> 'none' and due_at is null order by id limit 20`)
    ).map(({ id }) => `task ${id} has none`),
}
