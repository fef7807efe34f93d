import { defineJob, t } from 'stoa'

/** Voids the authorization of a payment. */
export const RELEASE = defineJob({ name: 'payments/release', payload: { id: t.id() }, key: ({ id }) => `payments release ${id}` })
