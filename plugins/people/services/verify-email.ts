import { createHash, timingSafeEqual } from 'node:crypto'
import { Failed, invalid, type Kernel, type Locale, sign, sql, text, type Tx, verify } from '#core'
import { EMAIL_UNVERIFIED, INVALID_SIGNATURE } from '../errors.ts'
import { CONSENT } from './consent.ts'
import { shopLink, write } from './letters.ts'
import { proveIdentity, remember } from './directory.ts'

/** A day to find the mail and click. */
const LIFETIME_S = 86_400

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')
const signed = (id: number, hash: string, expires: string) => `${id} ${hash} ${expires}`

/** Mails a signed link that proves an address to be somebody's. */
export async function sendVerification(
  tx: Tx,
  kernel: Kernel,
  { id, email, language }: { id: number; email: string; language: Locale },
): Promise<void> {
  const hash = hashOf(email)
  const expires = String(Math.floor(Date.now() / 1_000) + LIFETIME_S)
  const signature = sign(kernel.config, 'email-verify', signed(id, hash, expires))
  const link = shopLink(kernel, language, `/email/verify/${id}/${hash}?expires=${expires}&signature=${signature}`)
  await write(tx, kernel, { to: email, name: 'verify', language, params: { link } })
}

interface Clicked {
  id: number
  hash: string
  expires: string
  signature: string
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * Verifies the address a link is about, as often as it is clicked. A new address of an account becomes its address with that.
 * @throws Failed INVALID_SIGNATURE when the link was changed, is too old, or is about neither address of the account
 */
export async function confirmEmail(kernel: Kernel, { id, hash, expires, signature }: Clicked): Promise<{ email: string }> {
  const right = verify(kernel.config, 'email-verify', signed(id, hash, expires), signature)
  if (!right || Number(expires) * 1_000 < Date.now()) throw new Failed(INVALID_SIGNATURE)
  return kernel.work(async (tx) => {
    const row = await tx.one<{ email: string; pending_email: string | null; email_verified_at: string | null }>(
      sql`select email, pending_email, email_verified_at from customer where id = ${id} for update`,
    )
    if (row && same(hashOf(row.email), hash)) {
      if (!row.email_verified_at) await settle(tx, kernel, id, row.email)
      return { email: row.email }
    }
    if (!row?.pending_email || !same(hashOf(row.pending_email), hash)) throw new Failed(INVALID_SIGNATURE)
    const taken = await tx.one(sql`select 1 from customer where email = ${row.pending_email} and id <> ${id}`)
    if (taken) throw invalid({ email: text('people:error.email_taken') })
    await tx.run(sql`delete from customer_link where customer_id = ${id}`)
    await settle(tx, kernel, id, row.pending_email).catch((error: unknown) => {
      // Somebody has opened an account with it since we looked.
      if ((error as { code?: string }).code === '23505') throw invalid({ email: text('people:error.email_taken') })
      throw error
    })
    return { email: row.pending_email }
  })
}

/** The address is proven: the account has it, the person is known by it, and what was agreed to under the old one goes on. */
async function settle(tx: Tx, kernel: Kernel, id: number, email: string): Promise<void> {
  const row = await tx.one<{ person_id: number | null; first_name: string; last_name: string; is_subscribe: boolean }>(sql`
    update customer set email = ${email}, pending_email = case when pending_email = ${email} then null else pending_email end,
      email_verified_at = now(), version = version + 1, updated_at = now() where id = ${id}
    returning person_id, first_name, last_name, is_subscribe`)
  tx.touch('customer')
  if (!row) return
  const personId = row.person_id ?? (await remember(tx, { ...row, email }))
  await proveIdentity(tx, kernel, personId, 'email', email)
  const state = row.is_subscribe ? 'subscribed' : 'unsubscribed'
  await kernel
    .get(CONSENT)
    .change(tx, { address: email, state, reason: 'user', source: 'verified', actor: { kind: 'customer', id }, personId })
}

/** Refuses who has not verified the address yet. @throws Failed EMAIL_UNVERIFIED */
export function requireVerified(validateEmail: boolean, verifiedAt: string | null): void {
  if (validateEmail && !verifiedAt) throw new Failed(EMAIL_UNVERIFIED)
}
