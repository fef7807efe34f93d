import { type Ctx, hasPermission, type Scope, sql } from 'stoa'
import { createTeamScope, SEE_ALL } from 'stoa/plugins/hr'

/** Permission to see claims that employees have not submitted yet. */
export const SEE_DRAFTS = 'see draft hr reimbursement'

const teamScope = createTeamScope('employee_id')

const seesDrafts = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.kind === 'system' || hasPermission(actor, SEE_DRAFTS)

/** Claims `t` of employees below the actor in the manager tree. Drafts are visible to their employee only. */
export const claimScope: Scope = Object.assign(
  (ctx: Ctx) => {
    const team = teamScope(ctx)
    if (seesDrafts(ctx)) return team
    return team === null ? sql`t.status <> 'draft'` : sql`${team} and t.status <> 'draft'`
  },
  { all: SEE_ALL },
)

/** Expenses `t` of the claims in `claimScope`. */
export const itemScope: Scope = Object.assign(
  (ctx: Ctx) => {
    const team = teamScope(ctx)
    if (seesDrafts(ctx)) return team
    const submitted = sql`exists (select from hr_reimbursement c where c.id = t.reimbursement_id and c.status <> 'draft')`
    return team === null ? submitted : sql`${team} and ${submitted}`
  },
  { all: SEE_ALL },
)

/**
 * The context of an employee acting on a claim of their own, or of code that has checked whose claim it is: the same account, so that
 * history and audit name it, with all claims visible, drafts too. Other permissions stay as they are.
 */
export function withAllClaims(ctx: Ctx): Ctx {
  const { actor } = ctx
  if (actor.kind !== 'admin') return ctx
  return { ...ctx, actor: { ...actor, allows: (needs: string) => needs === SEE_ALL || needs === SEE_DRAFTS || actor.allows(needs) } }
}
