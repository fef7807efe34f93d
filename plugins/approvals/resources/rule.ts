import { defineResource, f, invalid, role, text, type Write } from 'stoa'
import { APPROVABLES } from '../services/approvables.ts'
import { kindsOf } from '../services/people.ts'

const fields = {
  kind: f.key({ list: 1, filter: true, named: APPROVABLES }),
  from_amount: f.maybe(f.money({ min: 0, list: 2, sort: true })),
  step: f.int({ default: 1, min: 1, max: 20, list: 3, sort: true }),
  role_id: f.one('role', { list: 4, filter: true }),
  enabled: f.flag({ default: true, list: 5, filter: true, inline: true, batch: true }),
}

function refuseUnknown({ ctx, input }: Write<typeof fields>): void {
  if (input.kind !== undefined && !ctx.kernel.offers(APPROVABLES).has(input.kind)) throw invalid({ kind: text('core:rule.choice') })
}

/** A step of a role that may not decide would wait for ever. @throws Failed INVALID at `role_id` */
async function requireDecider({ tx, ctx, input, old }: Write<typeof fields>): Promise<void> {
  if (input.role_id === undefined && input.kind === undefined) return
  const kind = input.kind ?? old?.kind ?? ''
  const needs = ctx.kernel.offers(APPROVABLES).get(kind)?.needs
  const [named] = await tx.query(role).where('id', input.role_id ?? old?.role_id ?? 0)
  if (!needs || !named) return
  const { name, superuser, permission_list: permissions } = named
  if (!kindsOf(ctx.kernel, { superuser, permissions }).includes(kind))
    throw invalid({ role_id: text('approvals:error.role_cannot', { role: name, needs }) })
}

/** Who has to agree to what, and from which amount on. It counts for what is asked from now on. */
export const approvalRule = defineResource({
  name: 'approval_rule',
  label: 'kind',
  sortBy: 'step',
  locked: true,
  fields,
  hooks: {
    check: async (write) => {
      refuseUnknown(write)
      await requireDecider(write)
    },
  },
})
