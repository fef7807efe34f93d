import { extendResource, sql } from 'stoa'

/** An event whose form is no more asks nothing. */
export const formOfEvent = extendResource('form', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update event set form_id = null, version = version + 1 where form_id = ${row.id}`)
      tx.invalidate('event')
    },
  },
})

/** A booking forgets answers that are no more. */
export const submissionOfBooking = extendResource('form_submission', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update booking set form_submission_id = null, version = version + 1 where form_submission_id = ${row.id}`)
      tx.invalidate('booking')
    },
  },
})
