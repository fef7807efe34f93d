import { type Action, account, extendResource, f, validationError, assertPowers, role, message } from 'stoa'
import { endSessions, sendReset } from './actions.ts'
import { dropFactor } from './services/factor.ts'

/** Removes a lost second factor. The account can sign in with the password alone until another is set up. */
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

/** Adds the second factor and session actions to accounts. */
export const accountMore = extendResource(account, {
  fields: { second_factor: f.flag({ default: false, readOnly: true, list: true, filter: true, sheet: false, form: false }) },
  actions: { send_reset: sendReset, end_sessions: endSessions, reset_second_factor: resetSecondFactor },
})

/** Adds the required second factor to roles. Only an account with all permissions of a role can change it. */
export const roleMore = extendResource(role, {
  fields: { second_factor: f.flag({ default: false, list: true }) },
  hooks: {
    afterSave: async ({ ctx, tx, id, old, input }) => {
      if (old && input.second_factor !== undefined && input.second_factor !== old.second_factor)
        await assertPowers(ctx, tx, id, 'second_factor')
    },
  },
})
