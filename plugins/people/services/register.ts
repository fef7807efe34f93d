import { type ParsedFields, type Ctx, f, AppError, validationError, sql, systemCtx, message, TOO_MANY } from 'stoa'
import type { Registered } from '../api-types.ts'
import { isPhoneTicket, claimPhone } from './codes.ts'
import { CONSENT } from './consent.ts'
import { requestConfirmation } from './consent-mail.ts'
import { getSignInRules, normalizeEmail, normalizePhone, requirePhone } from './sign-in-rules.ts'
import { sendVerification } from './verify-email.ts'

/** An account is created even if its address has reached the daily e-mail limit. */
function ignoreTooMany(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== TOO_MANY) throw error
}

/** Input fields of a registration. */
export const registerFields = {
  email: f.email(),
  first_name: f.text(),
  last_name: f.text(),
  password: f.password(),
  password_confirmation: f.password({ minLength: 1 }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  gender: f.maybe(f.pick(['female', 'male'])),
  birthday: f.maybe(f.date()),
  is_subscribe: f.flag({ default: true }),
  phone_token: f.maybe(f.text({ maxLength: 120 })),
}

/**
 * Creates an account. `status` of the result tells whether to sign in or to check the e-mail first.
 * @param verifyCaptcha captcha check, run only after the other fields are valid
 * @throws AppError INVALID by field
 */
export async function register(
  ctx: Ctx,
  sent: ParsedFields<typeof registerFields>,
  verifyCaptcha: () => Promise<void>,
): Promise<Registered> {
  const { kernel, language } = ctx
  if (sent.password !== sent.password_confirmation) throw validationError({ password_confirmation: message('core:rule.confirmation') })
  // A phone country code without a number is dropped.
  if (sent.phone) requirePhone(kernel, sent)
  await verifyCaptcha()
  const email = normalizeEmail(sent.email)
  const { validateEmail } = getSignInRules(kernel)
  const phone = sent.phone ? normalizePhone(sent.country_code ?? '', sent.phone) : ''
  const isPhoneVerified = phone !== '' && sent.phone_token !== null && isPhoneTicket(kernel, phone, sent.phone_token)
  const accountInput = {
    email: sent.email,
    first_name: sent.first_name,
    last_name: sent.last_name,
    password: sent.password,
    gender: sent.gender,
    birthday: sent.birthday,
    is_subscribe: sent.is_subscribe,
    phone: sent.phone || null,
    country_code: sent.phone ? sent.country_code : null,
  }
  const id = await kernel.transaction(async (tx) => {
    if (await tx.one(sql`select 1 from customer where email = ${email}`))
      throw validationError({ email: message('people:error.email_taken') })
    const { id: customer } = await kernel.resources.createIn(tx, systemCtx(kernel, 'register', language), 'customer', accountInput)
    await tx.run(sql`update customer set language = ${language} where id = ${customer}`)
    if (isPhoneVerified) await claimPhone(tx, kernel, customer, phone)
    if (validateEmail) await sendVerification(tx, kernel, { id: customer, email, language })
    return customer
  })
  // Without address verification, a confirmation e-mail asks for consent to news, unless the address has a recorded
  // state.
  if (sent.is_subscribe && !validateEmail && (await kernel.get(CONSENT).getState(kernel.db, email)) === undefined)
    await requestConfirmation(ctx, email, 'subscribe').catch(ignoreTooMany)
  return { id, status: validateEmail ? 'email_validation' : 'registered', email }
}
