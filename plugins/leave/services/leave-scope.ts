import { type Ctx, type Scope, sql } from 'stoa'
import { createTeamScope, SEE_ALL, withAllEmployees } from 'stoa/plugins/hr'

const scopeToTeam = createTeamScope('employee_id')

/** A context that may see drafts. No permission does, so that the owner of the shop sees none either. */
type DraftCtx = Ctx & { showsDrafts?: true }

/** Leave of the employees below the actor, or of all, without drafts: until it is submitted, a request is its employee's alone. */
export const leaveScope: Scope = Object.assign(
  (ctx: Ctx) => {
    const team = scopeToTeam(ctx)
    if (ctx.actor.kind === 'system' || (ctx as DraftCtx).showsDrafts) return team
    return team ? sql`t.status <> 'draft' and ${team}` : sql`t.status <> 'draft'`
  },
  { all: SEE_ALL },
)

/** The context of code that writes a draft of an employee whom it has checked: the same account, with every employee and drafts visible. */
export const withDrafts = (ctx: Ctx): Ctx => ({ ...withAllEmployees(ctx), showsDrafts: true }) as DraftCtx
