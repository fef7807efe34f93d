import { extendResource, sql } from 'stoa'

/** An event without its deleted form asks no questions. */
export const formOfEvent = extendResource('form', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update event set form_id = null, version = version + 1 where form_id = ${row.id}`)
      tx.invalidate('event')
    },
  },
})

/** Clears the reference to deleted answers. */
export const submissionOfBooking = extendResource('form_submission', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update booking set form_submission_id = null, version = version + 1 where form_submission_id = ${row.id}`)
      tx.invalidate('booking')
    },
  },
})
