import { createHash } from 'node:crypto'
import {
  defineJob,
  hashPassword,
  validationError,
  type Kernel,
  type Locale,
  locales,
  createToken,
  sendResetLink,
  sql,
  t,
  message,
  hashToken,
  type JobPayload,
  type Tx,
} from 'stoa'
import { verifyIdentity } from './directory.ts'
import { normalizeEmail } from './sign-in-rules.ts'
import { shopLink, sendEmailTo } from './emails.ts'

/** Whose password: a customer's or a member of staff's. */
export const resetPages = ['user', 'admin'] as const

/** Ties a link to the password hash it replaces: any password change invalidates the link. */
const hashPasswordState = (passwordHash: string | null) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest()

interface Owner {
  id: number
  /** Absent if the link was not e-mailed, so that using it verifies no address. */
  email?: string
}

/** A token to choose a new password. */
export async function createPasswordToken(tx: Tx, { id, email }: Owner, minutes = 30): Promise<string> {
  const row = await tx.one<{ password_hash: string | null }>(sql`select password_hash from customer where id = ${id} for update`)
  const token = createToken()
  await tx.run(sql`insert into customer_link (token_hash, customer_id, email, password_mark, expires_at)
    values (${hashToken(token)}, ${id}, ${email ?? null}, ${hashPasswordState(row?.password_hash ?? null)}, now() + make_interval(mins => ${minutes}))`)
  return token
}

/** E-mails a link to choose a new password, if the address has an account. */
export const RESET_MAIL = defineJob({
  name: 'people/reset-mail',
  payload: { email: t.text(), type: t.pick(resetPages), language: t.pick(locales) },
})

/** Runs after the response, so that neither the answer nor its timing reveals whether the address has an account. */
export async function sendResetEmail(kernel: Kernel, { email, type, language }: JobPayload<typeof RESET_MAIL>): Promise<void> {
  await kernel.transaction(async (tx) => {
    if (type === 'admin') {
      const staff = await tx.one<{ id: number }>(sql`select id from account where lower(email) = ${email} and enabled`)
      if (staff) await sendResetLink(kernel, tx, { id: staff.id, email }, language)
      return
    }
    const found = await tx.one<{ id: number }>(sql`select id from customer where email = ${normalizeEmail(email)} and enabled`)
    if (!found) return
    const token = await createPasswordToken(tx, { id: found.id, email: normalizeEmail(email) })
    const link = shopLink(kernel, language, `/reset-password?token=${token}&email=${encodeURIComponent(email)}`)
    await sendEmailTo(tx, kernel, { to: email, name: 'reset', language, params: { link } })
  })
}

/** Invites the owner of an account created by staff to choose a password. */
export async function sendInvitation(tx: Tx, kernel: Kernel, to: { id: number; email: string; language: Locale }): Promise<void> {
  const token = await createPasswordToken(tx, to, 3 * 24 * 60)
  const link = shopLink(kernel, to.language, `/set-password?token=${token}&email=${encodeURIComponent(to.email)}`)
  await sendEmailTo(tx, kernel, { to: to.email, name: 'invite', language: to.language, params: { link } })
}

/**
 * Sets the password by token, ends all sessions, and discards a pending address change. A token that was e-mailed
 * also verifies the address.
 * @throws AppError INVALID if the token is unknown, used or expired, or if the account changed since
 */
export async function resetPassword(kernel: Kernel, token: string, password: string): Promise<void> {
  // Hashed before the token is checked, so that an invalid token takes the same time.
  const hash = await hashPassword(password)
  await kernel.transaction(async (tx) => {
    const link = await tx.one<{ customer_id: number; email: string | null; password_mark: Buffer }>(sql`
      update customer_link set used_at = now() where token_hash = ${hashToken(token)} and used_at is null and expires_at > now()
      returning customer_id, email, password_mark`)
    const owner = link
      ? await tx.one<{ email: string; password_hash: string | null; person_id: number | null }>(
          sql`select email, password_hash, person_id from customer where id = ${link.customer_id} and enabled for update`,
        )
      : undefined
    const isValid =
      link &&
      owner &&
      (link.email === null || link.email === owner.email) &&
      hashPasswordState(owner.password_hash).equals(link.password_mark)
    if (!isValid) throw validationError({ token: message('core:error.reset_token') })
    await tx.run(sql`update customer set password_hash = ${hash}, pending_email = null, version = version + 1, updated_at = now(),
      email_verified_at = case when ${link.email !== null} then coalesce(email_verified_at, now()) else email_verified_at end
      where id = ${link.customer_id}`)
    if (link.email !== null && owner.person_id) await verifyIdentity(tx, kernel, owner.person_id, 'email', link.email)
    await tx.run(sql`delete from customer_link where customer_id = ${link.customer_id}`)
    await tx.run(sql`delete from session where kind = 'user' and subject_id = ${link.customer_id}`)
    tx.invalidate('customer')
  })
}
