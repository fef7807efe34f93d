import { checkInput, type Ctx, f, invalid, sql, systemCtx, text } from '#core'
import { isPhoneTicket, ownPhone } from './codes.ts'
import { doorRules, plainEmail, plainPhone, requirePhone } from './rules.ts'
import { sendVerification } from './verify-email.ts'

const fields = {
  email: f.email(),
  first_name: f.text(),
  last_name: f.text(),
  password: f.password(),
  password_confirmation: f.text({ maxLength: 128 }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  gender: f.maybe(f.pick(['female', 'male'])),
  birthday: f.maybe(f.date()),
  is_subscribe: f.flag({ default: true }),
  phone_token: f.maybe(f.text({ maxLength: 120 })),
}

/** `status` says where people go on: to sign in, or to their mail. */
export interface Registered {
  id: number
  status: 'registered' | 'email_validation'
  email: string
}

interface Sent {
  body: Record<string, unknown>
  typed: boolean | undefined
  /** Asked once the form is filled well, so that nobody proves to be a person for an empty field. */
  guard: () => Promise<void>
}

/** Opens an account. @throws Failed INVALID by field */
export async function register(ctx: Ctx, { body, typed, guard }: Sent): Promise<Registered> {
  const { kernel, language } = ctx
  const { password_confirmation, phone_token, ...input } = await checkInput(fields, body, typed)
  if (input.password !== password_confirmation) throw invalid({ password_confirmation: text('core:rule.confirmation') })
  // A phone without a number is dropped together with its country code.
  if (input.phone) requirePhone(kernel, input)
  else Object.assign(input, { phone: null, country_code: null })
  await guard()
  const email = plainEmail(input.email)
  const { validateEmail } = doorRules(kernel)
  const phone = input.phone ? plainPhone(String(input.country_code), String(input.phone)) : ''
  const proven = phone !== '' && phone_token !== null && isPhoneTicket(kernel, phone, String(phone_token))
  const id = await kernel.work(async (tx) => {
    if (await tx.one(sql`select 1 from customer where email = ${email}`)) throw invalid({ email: text('people:error.email_taken') })
    if (phone) {
      const taken = await tx.one(sql`select 1 from customer where phone_norm = ${phone} and phone_verified_at is not null`)
      if (taken) throw invalid({ phone: text('people:error.phone_taken') })
    }
    const { id: customer } = await kernel.resources.createIn(tx, systemCtx(kernel, 'register', language), 'customer', input)
    await tx.run(sql`update customer set language = ${language} where id = ${customer}`)
    if (proven) await ownPhone(tx, kernel, customer, phone)
    if (validateEmail) await sendVerification(tx, kernel, { id: customer, email, language })
    return customer
  })
  return { id, status: validateEmail ? 'email_validation' : 'registered', email }
}
