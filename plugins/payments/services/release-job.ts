import { defineJob, t } from 'stoa'

/** Lets go what is reserved by a payment. */
export const RELEASE = defineJob({ name: 'payments/release', payload: { id: t.id() }, key: ({ id }) => `payments release ${id}` })
