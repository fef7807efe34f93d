import { type Ctx, contribute, type Tx } from 'stoa'
import { DIRECTORY, ACTIVITY_EVENTS, TIMELINE } from 'stoa/plugins/people'
import { repair } from '../repair/index.ts'

/** Under `contributions` in `plugin.ts`, with `people` under `requires`. */
export const repairCompleted = contribute(ACTIVITY_EVENTS, 'repair.completed', { text: 'repair:timeline.completed', of: repair })

/** Adds an activity event to a person's timeline, in the transaction of the change. */
export async function note(tx: Tx, { kernel, actor }: Ctx, row: { id: number; name: string; email: string }): Promise<void> {
  const { id, name, email } = row
  const personId = await kernel.get(DIRECTORY).findOrCreatePerson(tx, { email, first_name: name, last_name: '' }) // finds or creates the person
  await kernel.get(TIMELINE).record(tx, { personId, what: 'repair.completed', subject: id, actor, dedupeKey: `repair ${id}` })
}
