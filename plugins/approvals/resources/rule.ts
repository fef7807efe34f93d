import { defineResource, f, invalid, text, type Write } from '#core'
import { APPROVABLES } from '../services/approvables.ts'

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

/** Who has to agree to what, and from which amount on. It counts for what is asked from now on. */
export const approvalRule = defineResource({
  name: 'approval_rule',
  label: 'kind',
  sortBy: 'step',
  locked: true,
  fields,
  hooks: { check: refuseUnknown },
})
