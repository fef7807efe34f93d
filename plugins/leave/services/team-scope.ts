import type { Ctx, Scope } from 'stoa'
import { createTeamScope, SEE_ALL } from 'stoa/plugins/hr'

const scope = createTeamScope('employee_id')

/**
 * Limits rows with an `employee_id` to employees below the actor in the manager tree. It names no column, because a row belongs to the
 * team of an account and not to the account.
 */
export const teamRows: Scope = Object.assign((ctx: Ctx) => scope(ctx), { all: SEE_ALL })
