import { account, type Kernel, relation, type Tx } from 'stoa'
import { task } from 'stoa/plugins/tasks'
import type { SyncedValues } from './fingerprints.ts'

/** The values of a task of the shop; undefined when it was deleted. */
export async function readShopTask(source: Pick<Kernel, 'query'> | Pick<Tx, 'query'>, id: number): Promise<SyncedValues | undefined> {
  const row = await source.query(task, { assignee_admin: relation(account, { only: ['email'] }) }).findById(id)
  if (!row) return undefined
  const { title, status, due_at: dueAt, all_day: allDay, assignee_admin: assignee } = row
  return { title, status, dueAt, allDay, emails: assignee ? [assignee.email] : [] }
}
