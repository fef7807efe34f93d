import { sql, type TransitionContext, type Tx } from 'stoa'

const revoked = sql`token_hash = null, paired_at = null, pairing_code_hash = null, pairing_expires_at = null, updated_at = now()`

/** Unpairs a kiosk: its token and an unused pairing code are no longer valid. */
export async function unpairKiosk({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update hr_kiosk set ${revoked} where id = ${row.id}`)
  tx.invalidate('hr_kiosk')
}

/** Revokes the token and the pairing code of a kiosk that is disabled, so that enabling it again needs a new pairing. */
export async function revokeDisabledKiosk(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update hr_kiosk set ${revoked} where id = ${id} and not enabled`)
}
