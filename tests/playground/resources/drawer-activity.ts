import type { Kernel, Tx } from 'stoa'
import { type ActivityEvent, TIMELINE } from '../../../plugins/people/services/timeline.ts'

/** Records a drawer event on the timeline of the first person, if the people plugin is enabled. */
export const PERSON_TIMELINE = {
  async tell(kernel: Kernel, tx: Tx, h: Pick<ActivityEvent, 'actor' | 'dedupeKey'> & { subject: number }): Promise<void> {
    await kernel.find(TIMELINE)?.record(tx, {
      personId: 1,
      what: 'drawer-saved',
      params: { id: h.subject },
      ...h,
    })
  },
}
