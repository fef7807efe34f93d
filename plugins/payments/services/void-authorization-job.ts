import { defineJob, t } from 'stoa'

/** Voids the authorization of a payment. */
export const VOID_AUTHORIZATION = defineJob({
  name: 'payments/release',
  payload: { id: t.id() },
  key: ({ id }) => `payments release ${id}`,
})
