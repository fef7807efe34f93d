import {
  type ParsedFields,
  checkPassword,
  closeSessions,
  type Ctx,
  f,
  AppError,
  resetLimit,
  hashPassword,
  rateLimit,
  validationError,
  type Kernel,
  sql,
  systemCtx,
  message,
  type Tx,
  UNAUTHENTICATED,
} from 'stoa'
import type { Profile } from '../api-types.ts'
import { requestConfirmation } from './consent-mail.ts'
import { sendEmailTo } from './emails.ts'
import { limitEmails, normalizeEmail, requirePhone } from './sign-in-rules.ts'
import { sendVerification } from './verify-email.ts'

/** @throws AppError UNAUTHENTICATED if the account is deleted or disabled */
export async function readProfile(kernel: Kernel, id: number): Promise<Profile> {
  const row = await kernel.db.one<Profile>(
    sql`select id, email, pending_email, first_name, last_name, country_code, phone, gender, birthday, coalesce(news_choice, is_subscribe) as is_subscribe,
      email_verified_at, phone_verified_at, language, password_hash is not null as has_password
    from customer where id = ${id} and enabled`,
    'profile.read',
  )
  if (!row) throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return row
}

/** Account fields a customer may change. */
export const profileFields = {
  email: f.maybe(f.email()),
  first_name: f.maybe(f.text()),
  last_name: f.maybe(f.text()),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  gender: f.maybe(f.pick(['female', 'male'])),
  birthday: f.maybe(f.date()),
  is_subscribe: f.maybe(f.flag({ default: true })),
  password: f.maybe(f.password()),
  password_confirmation: f.maybe(f.password({ minLength: 1 })),
  current_password: f.maybe(f.password({ minLength: 1 })),
}
const PLAIN_FIELDS = ['first_name', 'last_name', 'gender', 'birthday', 'is_subscribe'] as const
const REQUIRED_FIELDS = new Set<string>(['first_name', 'last_name', 'is_subscribe'])

interface Change {
  input: ParsedFields<typeof profileFields>
  /** Request body as received; absent fields stay. */
  sent: Record<string, unknown>
  /** Session token that stays valid when the password changes. */
  session: string | undefined
}

/**
 * Changes the sent fields of a customer's own account. A new address or password requires the current password; the
 * new address applies once it is verified. A phone country code without a number is removed.
 * @throws AppError INVALID by field, TOO_MANY
 */
export async function changeProfile(ctx: Ctx, id: number, { input, sent, session }: Change): Promise<void> {
  const { kernel } = ctx
  const now = await readProfile(kernel, id)
  const change: Record<string, unknown> = {}
  const blank = (name: string) => sent[name] === null || sent[name] === ''
  // An empty value is no answer to the consent question.
  for (const name of PLAIN_FIELDS) if (name in sent && !(blank(name) && REQUIRED_FIELDS.has(name))) change[name] = input[name]
  for (const name of ['first_name', 'last_name'] as const)
    if (name in sent && input[name] === null) throw validationError({ [name]: message('core:rule.required') })
  if ('phone' in sent || 'country_code' in sent) {
    const phone = 'phone' in sent ? input.phone : now.phone
    const code = 'country_code' in sent ? input.country_code : now.country_code
    if (phone) requirePhone(kernel, { phone, country_code: code })
    Object.assign(change, phone ? { phone, country_code: code } : { phone: null, country_code: null })
  }
  const email = input.email ? normalizeEmail(input.email) : now.email
  const { password } = input
  if (password && password !== input.password_confirmation)
    throw validationError({ password_confirmation: message('core:rule.confirmation') })
  const newEmail = email !== now.email && email !== now.pending_email
  if (newEmail || password) await requirePassword(kernel, id, input.current_password)
  if (newEmail) await limitEmails(kernel, 'verify-mail', email)
  const hash = password ? await hashPassword(password) : null
  const news = change['is_subscribe'] as boolean | undefined
  if (news !== undefined && news !== now.is_subscribe && now.email_verified_at === null)
    await requestConfirmation(ctx, now.email, news ? 'subscribe' : 'unsubscribe')
  await kernel.transaction(async (tx) => {
    await tx.run(sql`select 1 from customer where id = ${id} for update`)
    if (newEmail) await requestEmailChange(tx, ctx, { id, email, old: now.email })
    else if (input.email && email === now.email)
      await tx.run(sql`update customer set pending_email = null where id = ${id} and pending_email is not null`)
    await kernel.resources.updateIn(tx, systemCtx(kernel, 'profile', ctx.language), 'customer', id, change)
    if (!hash) return
    await tx.run(sql`update customer set password_hash = ${hash},
      pending_email = case when ${newEmail} then pending_email end, updated_at = now() where id = ${id}`)
    await tx.run(sql`delete from customer_link where customer_id = ${id}`)
    await closeSessions(tx, 'user', id, session)
  })
}

async function requestEmailChange(tx: Tx, ctx: Ctx, { id, email, old }: { id: number; email: string; old: string }): Promise<void> {
  const existing = await tx.one(sql`select 1 from customer where email = ${email}`)
  if (existing) throw validationError({ email: message('people:error.email_taken') })
  await tx.run(sql`update customer set pending_email = ${email}, updated_at = now() where id = ${id}`)
  await sendVerification(tx, ctx.kernel, { id, email, language: ctx.language })
  await sendEmailTo(tx, ctx.kernel, { to: old, name: 'email_changed', language: ctx.language, params: { email } })
}

/** @throws AppError INVALID, TOO_MANY */
async function requirePassword(kernel: Kernel, id: number, password: string | null): Promise<void> {
  await rateLimit(kernel.db, `profile ${id}`, { max: 5, seconds: 900 })
  const row = await kernel.db.one<{ password_hash: string | null }>(sql`select password_hash from customer where id = ${id}`)
  if (row && row.password_hash === null) return
  if (!password) throw validationError({ current_password: message('core:rule.required') })
  if (!(await checkPassword(row?.password_hash, password)))
    throw validationError({ current_password: message('core:error.wrong_password') })
  await resetLimit(kernel.db, `profile ${id}`)
}
