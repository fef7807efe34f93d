import { defineResource, f, message, sql } from 'stoa'
import { assertMayApprove, assertMayPay, payEntries, setApproved } from '../services/approve-settlement.ts'
import { completeSettlement, checkSettlement } from '../services/create-settlement.ts'
import { assertMayCancel, assertNotCarried, releaseEntries } from '../services/release-entries.ts'
import { ownScope } from '../services/scope.ts'
import { queueComputation } from '../services/settlement-job.ts'
import { settlementTransitions } from '../statuses.ts'
import { settlementFields } from './settlement-fields.ts'

/** What an account has earned in a period, for payment. Its total is the sum of its entries. */
export const commissionSettlement = defineResource({
  name: 'commission_settlement',
  path: 'commission/calculation',
  label: 'number',
  match: 'number',
  sortBy: '-period_start',
  verbs: ['get', 'create', 'destroy', 'export'],
  locked: true,
  listStamps: false,
  transfer: false,
  scope: ownScope,
  fields: settlementFields,
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      finish: settlementTransitions.finish,
      approve: {
        ...settlementTransitions.approve,
        guard: assertMayApprove,
        set: ({ ctx }) => ({ approved_by: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`, approved_at: sql`now()` }),
        effect: setApproved,
      },
      pay: {
        ...settlementTransitions.pay,
        input: { paid_at: f.date(), payment_reference: f.text({ default: '', maxLength: 200 }) },
        guard: assertMayPay,
        set: ({ input }) => ({ paid_at: sql`${input.paid_at}::date`, payment_reference: sql`${input.payment_reference}::text` }),
        effect: payEntries,
      },
      settle: {
        ...settlementTransitions.settle,
        input: { paid_at: f.date(), payment_reference: f.text({ default: '', maxLength: 200 }) },
        set: ({ input }) => ({ paid_at: sql`${input.paid_at}::date`, payment_reference: sql`${input.payment_reference}::text` }),
        effect: payEntries,
      },
      compute: { ...settlementTransitions.compute, guard: assertNotCarried, effect: queueComputation },
      cancel: {
        ...settlementTransitions.cancel,
        input: { reason: f.area({ default: '', maxLength: 2_000 }) },
        guard: assertMayCancel,
        effect: releaseEntries,
      },
    },
  },
  hooks: {
    beforeValidate: completeSettlement,
    validate: checkSettlement,
    canDelete: ({ row }) => row.status === 'draft' || message('commission:error.settlement_computed'),
  },
})
