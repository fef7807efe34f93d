import { defineResource, f, validationError, role, message, type ValidatedInput } from 'stoa'
import { APPROVABLE_DOCUMENTS } from '../services/approvable-documents.ts'
import { listKinds } from '../services/people.ts'

const fields = {
  kind: f.key({ list: 1, filter: true, named: APPROVABLE_DOCUMENTS }),
  from_amount: f.maybe(f.money({ min: 0, list: 2, sort: true })),
  step: f.int({ default: 1, min: 1, max: 20, list: 3, sort: true }),
  role_id: f.one('role', { list: 4, filter: true }),
  enabled: f.flag({ default: true, list: 5, filter: true, inline: true, batch: true }),
}

function refuseUnknown({ ctx, input }: ValidatedInput<typeof fields>): void {
  if (input.kind !== undefined && !ctx.kernel.contributions(APPROVABLE_DOCUMENTS).has(input.kind))
    throw validationError({ kind: message('core:rule.choice') })
}

/** A role without the permission to decide would block its step forever. @throws AppError INVALID at `role_id` */
async function requireDecider({ tx, ctx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  if (input.role_id === undefined && input.kind === undefined) return
  const kind = input.kind ?? old?.kind ?? ''
  const needs = ctx.kernel.contributions(APPROVABLE_DOCUMENTS).get(kind)?.needs
  const [named] = await tx.query(role).where('id', input.role_id ?? old?.role_id ?? 0)
  if (!needs || !named) return
  const { name, superuser, permission_list: permissions } = named
  if (!listKinds(ctx.kernel, { superuser, permissions }).includes(kind))
    throw validationError({ role_id: message('approvals:error.role_cannot', { role: name, needs }) })
}

/** An approval rule: which role must approve what, from which amount. Applies to new requests. */
export const approvalRule = defineResource({
  name: 'approval_rule',
  label: 'kind',
  sortBy: 'step',
  locked: true,
  fields,
  hooks: {
    validate: async (write) => {
      refuseUnknown(write)
      await requireDecider(write)
    },
  },
})
