import { defineJob, t } from 'stoa'

/** As many jobs send at once, in all processes together: of the three a worker does, one is always left for letters of orders. */
export const senderSlots = [0, 1] as const

/** Puts together who gets a broadcast, and begins. */
export const START = defineJob({ name: 'broadcast/start', payload: { id: t.id() }, key: ({ id }) => `broadcast start ${id}`, attempts: 5 })

/** Sends of whatever is under way for some seconds. */
export const LANE = defineJob({
  name: 'broadcast/lane',
  payload: { lane: t.int() },
  key: ({ lane }) => `broadcast lane ${lane}`,
  attempts: 3,
})
