import { sql, type Tx } from 'stoa'

/** Effect of reopening a rejected claim: nothing is decided about it any more. */
export async function resetDecision({ tx, row: { id } }: { tx: Tx; row: { id: number } }): Promise<void> {
  await tx.run(sql`update hr_reimbursement_item set approved_amount_minor = null, approval_note = '', version = version + 1, updated_at = now()
    where reimbursement_id = ${id}`)
  await tx.run(sql`update hr_reimbursement set total_approved_minor = 0, submitted_at = null, endorsed_by = null, endorsed_at = null,
    approver_id = null, decided_at = null, decision_note = '' where id = ${id}`)
  tx.invalidate('hr_reimbursement_item')
}
