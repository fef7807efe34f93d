import { type ParsedFields, f, AppError, validationError, type Kernel, route, Session, sql, t, message, UNAUTHENTICATED } from 'stoa'
import { EMAIL_UNVERIFIED } from '../errors.ts'
import { accountByPhone } from '../services/accounts.ts'
import { CAPTCHA, captchaFields } from '../services/captcha.ts'
import { limitCodes, claimPhone, createPhoneTicket, type Purpose, purposes, SEND_CODE, redeemCode } from '../services/codes.ts'
import { signInCustomer } from '../services/sign-in-customer.ts'
import { createPasswordToken } from '../services/reset.ts'
import { getSignInRules, normalizePhone, requirePhone } from '../services/sign-in-rules.ts'
import { SMS } from '../services/sms.ts'
import { requireVerified } from '../services/verify-email.ts'
import { getCustomerId, publicRoute } from './shared.ts'

const phoneFields = { type: f.pick(purposes), country_code: f.text({ maxLength: 4 }), phone: f.phone() }

/** The number in international format. @throws AppError INVALID for a country code the shop does not serve */
function parseNumber(kernel: Kernel, body: ParsedFields<typeof phoneFields>): string {
  requirePhone(kernel, body)
  return normalizePhone(body.country_code, body.phone)
}

const isPurposeEnabled = (kernel: Kernel, purpose: Purpose) => purpose === 'verify' || getSignInRules(kernel).phoneLogin

/** SMS codes (specification C §7): to register, sign in, reset a password and verify a number. */
export const phoneRoutes = [
  route({
    ...publicRoute,
    on: 'POST /sms',
    id: 'customer.send_code',
    summary: 'Send a verification code to a phone number',
    body: { ...phoneFields, ...captchaFields },
    response: t.object({ status: t.pick(['sent', 'exists', 'disabled']) }),
    errors: [UNAUTHENTICATED],
    run: async ({ kernel, ctx, body, request }) => {
      const purpose = body.type
      const phone = parseNumber(kernel, body)
      if (!kernel.get(SMS).enabled() || !isPurposeEnabled(kernel, purpose)) return { status: 'disabled' }
      const customer = purpose === 'verify' ? getCustomerId(ctx) : 0
      if (purpose === 'reset') await kernel.get(CAPTCHA).require(request, 'password')
      await limitCodes(kernel, purpose, phone, request.ip)
      if (purpose === 'register' || purpose === 'verify') {
        const existing = await kernel.db.one(
          sql`select 1 from customer where phone_norm = ${phone} and phone_verified_at is not null and id <> ${customer}`,
        )
        if (existing) return { status: 'exists' }
      }
      await kernel.transaction(async (tx) => tx.enqueue(SEND_CODE, { purpose, phone, language: ctx.language }))
      return { status: 'sent' }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /otp',
    id: 'customer.use_code',
    summary: 'Redeems a code',
    description: 'The purpose of the code decides the result: a session, a token for a new password, or a token that proves the number.',
    body: { ...phoneFields, otp: f.text({ maxLength: 20 }) },
    response: t.either(
      t.object({
        status: t.is('verified'),
        phone_token: t.optional(t.text('Proof of the phone number, for registration.')),
        token: t.optional(t.text('Token to reset the password.')),
      }),
      Session,
    ),
    errors: [UNAUTHENTICATED, EMAIL_UNVERIFIED],
    run: async ({ kernel, ctx, body, request, reply }) => {
      const purpose = body.type
      const phone = parseNumber(kernel, body)
      const customer = purpose === 'verify' ? getCustomerId(ctx) : 0
      // A code sent before SMS sign-in was disabled is no longer valid.
      if (!isPurposeEnabled(kernel, purpose)) throw validationError({ otp: message('people:error.otp') })
      await redeemCode(kernel, purpose, phone, body.otp, request.ip)
      if (purpose === 'register') return { status: 'verified', phone_token: createPhoneTicket(kernel, phone) }
      if (purpose === 'verify') {
        const isClaimed = await kernel.transaction((tx) => claimPhone(tx, kernel, customer, phone))
        if (!isClaimed) throw validationError({ phone: message('people:error.phone_saved') })
        return { status: 'verified' }
      }
      const account = await accountByPhone(kernel.db, phone)
      if (!account?.phone_verified) throw new AppError(UNAUTHENTICATED)
      if (purpose === 'reset') {
        const token = await kernel.transaction((tx) => createPasswordToken(tx, { id: account.id }))
        return { status: 'verified', token }
      }
      requireVerified(getSignInRules(kernel).validateEmail, account.email_verified_at)
      return signInCustomer(ctx, reply, account.id, 'code')
    },
  }),
]
