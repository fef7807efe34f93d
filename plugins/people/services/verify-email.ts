import { createHash, timingSafeEqual } from 'node:crypto'
import { closeSessions, AppError, validationError, type Kernel, type Locale, sign, sql, message, type Tx, verify } from 'stoa'
import { EMAIL_UNVERIFIED, INVALID_SIGNATURE } from '../errors.ts'
import { CONSENT } from './consent.ts'
import { shopLink, sendEmailTo } from './emails.ts'
import { verifyIdentity, findOrCreatePerson } from './directory.ts'
import { createPasswordToken } from './reset.ts'

/** Lifetime of a verification link: one day. */
const LIFETIME_S = 86_400

const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex')
const toSignedText = (id: number, hash: string, expires: string) => `${id} ${hash} ${expires}`

/** E-mails a signed link that verifies an address. */
export async function sendVerification(
  tx: Tx,
  kernel: Kernel,
  { id, email, language }: { id: number; email: string; language: Locale },
): Promise<void> {
  const hash = hashEmail(email)
  const expires = String(Math.floor(Date.now() / 1_000) + LIFETIME_S)
  const signature = sign(kernel.config, 'email-verify', toSignedText(id, hash, expires))
  const link = shopLink(kernel, language, `/email/verify/${id}/${hash}?expires=${expires}&signature=${signature}`)
  await sendEmailTo(tx, kernel, { to: email, name: 'verify', language, params: { link } })
}

interface VerificationLink {
  id: number
  hash: string
  expires: string
  signature: string
  /** Session token of the account in this browser, '' if it was registered here without a session; absent in any other browser. */
  sessionToken: string | undefined
}

interface Confirmed {
  email: string
  /** Token to choose a new password, if the old one was removed. */
  token: string | null
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * Verifies the address of a link; repeatable. A pending new address becomes the account's address. The person who
 * registered may not be the owner of the address: in another browser, verification ends all other access to the
 * account, and the owner chooses a password.
 * @throws AppError INVALID_SIGNATURE if the link was altered, expired, or matches neither address of the account
 */
export async function confirmEmail(kernel: Kernel, { id, hash, expires, signature, sessionToken }: VerificationLink): Promise<Confirmed> {
  const isValidSignature = verify(kernel.config, 'email-verify', toSignedText(id, hash, expires), signature)
  if (!isValidSignature || Number(expires) * 1_000 < Date.now()) throw new AppError(INVALID_SIGNATURE)
  return kernel.transaction(async (tx) => {
    const row = await tx.one<{ email: string; pending_email: string | null; email_verified_at: string | null }>(
      sql`select email, pending_email, email_verified_at from customer where id = ${id} for update`,
    )
    if (row && isSame(hashEmail(row.email), hash)) {
      if (row.email_verified_at) return { email: row.email, token: null }
      await applyVerifiedEmail(tx, kernel, id, row.email)
      return { email: row.email, token: await endOtherAccess(tx, id, row.email, sessionToken) }
    }
    if (!row?.pending_email || !isSame(hashEmail(row.pending_email), hash)) throw new AppError(INVALID_SIGNATURE)
    const existing = await tx.one(sql`select 1 from customer where email = ${row.pending_email} and id <> ${id}`)
    if (existing) throw validationError({ email: message('people:error.email_taken') })
    await tx.run(sql`delete from customer_link where customer_id = ${id}`)
    await applyVerifiedEmail(tx, kernel, id, row.pending_email).catch((error: unknown) => {
      // Race condition: another account was registered with it meanwhile.
      if ((error as { code?: string }).code === '23505') throw validationError({ email: message('people:error.email_taken') })
      throw error
    })
    return { email: row.pending_email, token: await endOtherAccess(tx, id, row.pending_email, sessionToken) }
  })
}

/**
 * Ends all access to an account, except this browser's session if it belongs to the account.
 * @returns a token for a new password, if one is needed
 */
async function endOtherAccess(tx: Tx, id: number, email: string, here: string | undefined): Promise<string | null> {
  if (here !== undefined) {
    await closeSessions(tx, 'user', id, here || undefined)
    return null
  }
  await closeSessions(tx, 'user', id)
  await tx.run(sql`delete from customer_social where customer_id = ${id}`)
  await tx.run(sql`delete from customer_link where customer_id = ${id}`)
  await tx.run(sql`update customer set password_hash = null, phone_verified_at = null, updated_at = now() where id = ${id}`)
  return createPasswordToken(tx, { id, email })
}

/** Applies a verified address: to the account, to the person, and to the consent given under the old address. */
async function applyVerifiedEmail(tx: Tx, kernel: Kernel, id: number, email: string): Promise<void> {
  const row = await tx.one<{ person_id: number | null; first_name: string; last_name: string; wants: boolean }>(sql`
    with before as (select news_choice from customer where id = ${id})
    update customer set email = ${email}, pending_email = case when pending_email = ${email} then null else pending_email end,
      email_verified_at = now(), news_choice = null, version = version + 1, updated_at = now() where id = ${id}
    returning person_id, first_name, last_name, coalesce((select news_choice from before), is_subscribe) as wants`)
  tx.invalidate('customer')
  if (!row) return
  const personId = row.person_id ?? (await findOrCreatePerson(tx, { ...row, email }))
  await verifyIdentity(tx, kernel, personId, 'email', email)
  const state = row.wants ? 'subscribed' : 'unsubscribed'
  await kernel
    .get(CONSENT)
    .recordChange(tx, { address: email, state, reason: 'user', source: 'verified', actor: { kind: 'customer', id }, personId })
}

/** Requires a verified address. @throws AppError EMAIL_UNVERIFIED */
export function requireVerified(validateEmail: boolean, verifiedAt: string | null): void {
  if (validateEmail && !verifiedAt) throw new AppError(EMAIL_UNVERIFIED)
}
