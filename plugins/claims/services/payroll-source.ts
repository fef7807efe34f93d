import type { PaySource } from 'stoa/plugins/payroll'
import { claimForPayroll, markPaidByPayroll, readPayableClaims, releasePayroll } from './pay-claim.ts'

/** Name of the source, and the first part of the references of its items. */
export const CLAIM_SOURCE = 'reimbursement'

const toIds = (refs: readonly string[]): number[] => refs.map((ref) => Number(ref.split('/')[1]))

/** Approved claims as earnings of payslips: neither wages nor income that contributions count (specification backoffice 2.8). */
export const claimPaySource: PaySource = {
  async read(db, _ctx, { employees, until, currency }) {
    const claims = await readPayableClaims(db, { employees, until })
    return claims
      .filter((claim) => claim.currency === currency && claim.amount > 0)
      .map(({ id, number, employee_id, title, amount }) => ({
        employee_id,
        code: 'reimbursement',
        kind: 'earning',
        amount,
        is_relevant: false,
        is_wage: false,
        ref: `${CLAIM_SOURCE}/${id}`,
        title: [number, title].filter((text) => text !== '').join(' '),
      }))
  },
  async claim(tx, ctx, refs, reference) {
    await claimForPayroll(tx, ctx, toIds(refs), reference)
    return refs.length
  },
  async release(tx, reference) {
    await releasePayroll(tx, reference)
  },
  async markPaid(tx, ctx, reference, payment) {
    await markPaidByPayroll(tx, ctx, reference, payment)
  },
}
