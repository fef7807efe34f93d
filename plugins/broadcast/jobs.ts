import { defineJob, t } from 'stoa'

/** Number of jobs that send at the same time, over all processes. A worker runs three jobs, so one is always free for order e-mails. */
export const senderSlots = [0, 1] as const

/** Creates the recipients of a broadcast and starts it. */
export const START = defineJob({ name: 'broadcast/start', payload: { id: t.id() }, key: ({ id }) => `broadcast start ${id}`, attempts: 5 })

/**
 * Sends messages of the running broadcasts for some seconds, then reschedules itself. `lane` is the number of the sender slot, as in the
 * table `broadcast_lane`.
 */
export const SENDER_SLOT = defineJob({
  name: 'broadcast/lane',
  payload: { lane: t.int() },
  key: ({ lane }) => `broadcast lane ${lane}`,
  attempts: 3,
})
