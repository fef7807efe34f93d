import type { Kernel } from '../context.ts'
import { lockKeys } from '../db/lock-keys.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { mailing } from '../setting/basic.ts'
import type { SecretParts } from './secret-parts.ts'
import { type Email, sendEmail } from './email.ts'

/**
 * Sends an e-mail to an address that nobody confirmed, as `sendEmail` does, unless the address already got the daily maximum of the
 * settings, counted over all plugins. This limits abuse of forms. E-mails about orders and payments use `sendEmail`. Concurrent
 * calls for one address wait for each other. Returns the id, or undefined when the limit was reached.
 */
export async function sendUnrequestedEmail(
  tx: Tx,
  kernel: Pick<Kernel, 'settings' | 'log'>,
  email: Email,
  hidden?: SecretParts,
): Promise<number | undefined> {
  const max = kernel.settings.of(mailing).unrequested_per_day
  const address = email.to.trim().toLowerCase()
  if (max > 0) {
    await lockKeys(tx, [`unrequested mail ${address}`])
    const row = await tx.one<{ sent: number }>(sql`select count(*)::int as sent from mail
      where unrequested and lower(recipient) = ${address} and created_at > now() - interval '1 day'`)
    if ((row?.sent ?? 0) >= max) {
      kernel.log.warn({ subject: email.subject }, 'an e-mail was not sent: the daily limit of the address is reached')
      return undefined
    }
  }
  return sendEmail(tx, email, hidden, { isUnrequested: true })
}
