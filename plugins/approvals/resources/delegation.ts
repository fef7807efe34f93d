import {
  hasPermission,
  type Ctx,
  defineResource,
  type DraftInput,
  f,
  AppError,
  FORBIDDEN,
  validationError,
  type TransitionContext,
  type Scope,
  sql,
  message,
  type ValidatedInput,
  WRONG_STATE,
} from 'stoa'
import { findDeputies } from '../services/deputies.ts'

export const seeAllDelegations = 'see all approval delegation'

/** Limits delegations to those by or to the actor. */
const bothSides: Scope = Object.assign(
  ({ actor }: Ctx) => {
    if (actor.kind === 'system' || hasPermission(actor, seeAllDelegations)) return null
    return actor.kind === 'admin' ? sql`(t.giver_id = ${actor.id} or t.deputy_id = ${actor.id})` : sql`false`
  },
  { all: seeAllDelegations },
)

const fields = {
  giver_id: f.maybe(f.one('account', { readOnly: true, list: 1, filter: true })),
  deputy_id: f.one('account', { list: 2, filter: true }),
  starts_on: f.date({ list: 3, sort: true }),
  ends_on: f.date({ list: 4, sort: true }),
  reason: f.text({ default: '', maxLength: 200 }),
  revoked_at: f.maybe(f.instant({ readOnly: true, list: 5, form: false })),
}

/** Everybody can delegate only their own approvals. */
function asGiver({ ctx, input, mode }: DraftInput<typeof fields>): void {
  if (mode !== 'create') return
  if (ctx.actor.kind !== 'admin') throw new AppError(FORBIDDEN, [message('approvals:error.own_seat')])
  input.giver_id = ctx.actor.id
}

async function refuse({ ctx, tx, input }: ValidatedInput<typeof fields>): Promise<void> {
  const { starts_on, ends_on, deputy_id, giver_id } = input
  if (!starts_on || !ends_on || !deputy_id || !giver_id) return
  if (ends_on < starts_on) throw validationError({ ends_on: message('approvals:error.order') })
  if (await tx.one(sql`select 1 where ${ends_on}::date < (select business_day())`))
    throw validationError({ ends_on: message('approvals:error.past') })
  if (deputy_id === giver_id) throw validationError({ deputy_id: message('approvals:error.yourself') })
  const able = await findDeputies(tx, ctx.kernel, giver_id)
  if (!able.some(({ id }) => id === deputy_id)) throw validationError({ deputy_id: message('approvals:error.deputy_lacks') })
}

/** Ends the delegation at once; past decisions stay. */
async function revoke({ ctx, tx, row }: TransitionContext<typeof fields>): Promise<void> {
  const mine = ctx.actor.kind === 'admin' && row.giver_id === ctx.actor.id
  if (!mine && !hasPermission(ctx.actor, seeAllDelegations)) throw new AppError(FORBIDDEN, [message('approvals:error.not_giver')])
  const ended = await tx.run(
    sql`update approval_delegation set revoked_at = now(), updated_at = now() where id = ${row.id} and revoked_at is null`,
  )
  if (ended !== 1) throw new AppError(WRONG_STATE, [message('approvals:error.revoked')])
}

/** A delegation of approvals during an absence. It is revoked, never deleted, because it explains past decisions. */
export const approvalDelegation = defineResource({
  name: 'approval_delegation',
  label: 'reason',
  verbs: ['get', 'create', 'export'],
  sortBy: '-id',
  listCreated: true,
  scope: bothSides,
  transfer: false,
  fields,
  actions: { revoke: { confirm: true, intent: 'danger', run: revoke } },
  hooks: { beforeValidate: asGiver, validate: refuse },
})
