import { defineResource, f, sql } from 'stoa'
import { claimStatuses, claimTransitions, paymentWays } from '../domain/statuses.ts'
import { withdrawApproval } from '../services/approvable-claim.ts'
import { claimScope } from '../services/claim-scope.ts'
import { assertMayCancel, assertMayDecide, assertTotalUnchanged, assertSomethingApproved } from '../services/decide-claim.ts'
import { notifyFinance, notifyRequester } from '../services/notices.ts'
import { assertMayPay, changePaymentWay } from '../services/pay-claim.ts'
import { resetDecision } from '../services/reset-decision.ts'

const fixed = { form: false } as const
const note = f.area({ default: '', maxLength: 2_000 })
/** The approved total that was shown to who decides. Blank in batches: the stored amounts count. */
const total = f.maybe(f.money())

/** An expense claim of an employee. The employee writes it in self-service; staff change its status only. */
export const hrReimbursement = defineResource({
  name: 'hr_reimbursement',
  path: 'reimbursement',
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-submitted_at',
  locked: true,
  listStamps: false,
  scope: claimScope,
  transfer: false,
  fields: {
    number: f.text({ ...fixed, unique: true, list: 1, search: true, maxLength: 40 }),
    employee_id: f.one('hr_employee', { ...fixed, list: 2, filter: true }),
    title: f.text({ ...fixed, default: '', list: 3, search: true, maxLength: 120 }),
    currency: f.text({ ...fixed, minLength: 3, maxLength: 3 }),
    total_claimed: f.money({ ...fixed, default: '0.00', list: 4, sort: true }),
    total_approved: f.money({ ...fixed, default: '0.00', list: 5, sort: true }),
    status: f.pick(claimStatuses, { ...fixed, default: 'draft', readOnly: true, list: 7, filter: true }),
    submitted_at: f.maybe(f.instant({ ...fixed, list: 6, sort: true, filter: true })),
    endorsed_by: f.maybe(f.one('account', fixed)),
    endorsed_at: f.maybe(f.instant(fixed)),
    approver_id: f.maybe(f.one('account', { ...fixed, list: 8, filter: true })),
    decided_at: f.maybe(f.instant(fixed)),
    decision_note: f.area({ ...fixed, default: '', maxLength: 2_000 }),
    paid_by: f.pick(paymentWays, { ...fixed, default: 'direct', list: 9, filter: true }),
    paid_at: f.maybe(f.date({ ...fixed, list: true, sort: true, filter: true })),
    payment_ref: f.text({ ...fixed, default: '', list: true, search: true, maxLength: 120 }),
    payroll_ref: f.maybe(f.text({ ...fixed, list: true, filter: true, maxLength: 60 })),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      submit: { ...claimTransitions.submit, set: () => ({ submitted_at: sql`now()` }) },
      endorse: {
        ...claimTransitions.endorse,
        input: { total },
        guard: async (context) => {
          await assertMayDecide(context, 'endorse')
          assertTotalUnchanged(context)
          assertSomethingApproved(context)
        },
        set: ({ ctx }) => ({ endorsed_by: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`, endorsed_at: sql`now()` }),
        effect: notifyFinance,
      },
      approve: {
        ...claimTransitions.approve,
        input: { note, total },
        guard: async (context) => {
          await assertMayDecide(context, 'approve')
          assertTotalUnchanged(context)
          assertSomethingApproved(context)
        },
        set: ({ ctx, input }) => ({
          approver_id: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`,
          decided_at: sql`now()`,
          decision_note: sql`${input.note}`,
        }),
        effect: (context) => notifyRequester(context, 'approved'),
      },
      reject: {
        ...claimTransitions.reject,
        input: { note: f.area({ maxLength: 2_000 }) },
        guard: (context) => assertMayDecide(context, 'reject'),
        set: ({ ctx, input }) => ({
          approver_id: sql`${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint`,
          decided_at: sql`now()`,
          decision_note: sql`${input.note}`,
        }),
        effect: (context) => notifyRequester(context, 'rejected'),
      },
      reopen: { ...claimTransitions.reopen, effect: resetDecision },
      cancel: {
        ...claimTransitions.cancel,
        input: { reason: f.area({ default: '', maxLength: 2_000 }) },
        guard: assertMayCancel,
        effect: async (context) => {
          await withdrawApproval(context)
          await notifyRequester(context, 'canceled')
        },
      },
      pay: {
        ...claimTransitions.pay,
        input: { paid_at: f.date(), payment_ref: f.text({ default: '', maxLength: 120 }) },
        guard: assertMayPay,
        set: ({ input }) => ({
          paid_by: sql`'direct'`,
          paid_at: sql`${input.paid_at}::date`,
          payment_ref: sql`${input.payment_ref}`,
        }),
        effect: (context) => notifyRequester(context, 'paid'),
      },
      settle: {
        ...claimTransitions.settle,
        input: { paid_at: f.date(), payment_ref: f.text({ default: '', maxLength: 120 }) },
        set: ({ input }) => ({ paid_at: sql`${input.paid_at}::date`, payment_ref: sql`${input.payment_ref}::text` }),
        effect: (context) => notifyRequester(context, 'paid'),
      },
    },
  },
  actions: {
    change_payment: {
      from: ['pending', 'processing', 'approved'],
      needs: 'pay hr reimbursement',
      batch: true,
      input: { paid_by: f.pick(paymentWays) },
      run: changePaymentWay,
    },
  },
})
