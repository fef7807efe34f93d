import { type Action, closeSessions, validationError, assertPowers, sendResetLink, message } from 'stoa'

/** Sends a password reset link. The current password stays valid until it is changed. */
export const sendReset: Action = {
  confirm: true,
  run: async ({ ctx, tx, row }) => {
    await assertPowers(ctx, tx, row.role_id)
    if (row.enabled !== true) throw validationError({ enabled: message('staff:error.disabled') })
    await sendResetLink(ctx.kernel, tx, { id: row.id, email: String(row.email) }, ctx.language)
  },
}

/** Ends all sessions of an account. */
export const endSessions: Action = {
  confirm: true,
  batch: true,
  intent: 'warning',
  run: async ({ ctx, tx, row }) => {
    await assertPowers(ctx, tx, row.role_id)
    await closeSessions(tx, 'admin', row.id)
  },
}
