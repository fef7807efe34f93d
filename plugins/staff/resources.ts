import { type Action, account, extendResource, f, validationError, assertPowers, role, message } from 'stoa'
import { endSessions, sendReset } from './actions.ts'
import { dropFactor } from './services/factor.ts'

/** Takes somebody's second factor away, for one who lost theirs; they can sign in by password alone until they set up another. */
const resetSecondFactor: Action = {
  confirm: true,
  intent: 'danger',
  needs: 'update account',
  run: async ({ ctx, tx, row }) => {
    if (ctx.actor.kind === 'admin' && ctx.actor.id === row.id) throw validationError({ id: message('staff:error.own_factor') })
    await assertPowers(ctx, tx, row.role_id)
    if (!(await dropFactor(tx, ctx, row.id))) throw validationError({ id: message('staff:error.no_factor') })
  },
}

/** What this plugin adds to accounts: who has a second factor, and what may be done about being signed in. */
export const accountMore = extendResource(account, {
  fields: { second_factor: f.flag({ default: false, readOnly: true, list: true, filter: true, sheet: false, form: false }) },
  actions: { send_reset: sendReset, end_sessions: endSessions, reset_second_factor: resetSecondFactor },
})

/** Roles may ask whoever holds them for a second factor. Only who holds all of a role's rights says whether it does. */
export const roleMore = extendResource(role, {
  fields: { second_factor: f.flag({ default: false, list: true }) },
  hooks: {
    afterSave: async ({ ctx, tx, id, old, input }) => {
      if (old && input.second_factor !== undefined && input.second_factor !== old.second_factor)
        await assertPowers(ctx, tx, id, 'second_factor')
    },
  },
})
