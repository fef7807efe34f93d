import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, Failed, invalid, type Kernel, openSession, sql, text, UNAUTHENTICATED } from '#core'
import { accountByPhone } from '../services/accounts.ts'
import { CAPTCHA } from '../services/captcha.ts'
import { limitCodes, ownPhone, phoneTicket, type Purpose, purposes, useCode } from '../services/codes.ts'
import { passwordToken } from '../services/reset.ts'
import { doorRules, plainPhone, requirePhone } from '../services/rules.ts'
import { SMS } from '../services/sms.ts'
import { requireVerified } from '../services/verify-email.ts'
import { type Body, customerOf, open } from './shared.ts'

const asked = { type: f.pick(purposes), country_code: f.text({ maxLength: 4 }), phone: f.phone() }
const given = { ...asked, otp: f.text({ maxLength: 20 }) }

/** Codes by text message (specification C §7): to register, sign in, reset a password and prove a number. */
export function phoneRoutes(app: FastifyInstance, kernel: Kernel): void {
  const read = async (fields: typeof asked & Partial<typeof given>, body: Body, typed: boolean | undefined) => {
    const input = await checkInput(fields, body, typed)
    requirePhone(kernel, input)
    return {
      ...input,
      purpose: input.type as Purpose,
      phone: plainPhone(String(input.country_code), String(input.phone)),
      otp: String(input.otp ?? ''),
    }
  }
  const opens = (purpose: Purpose) => purpose === 'verify' || doorRules(kernel).phoneLogin
  const offered = (purpose: Purpose) => kernel.get(SMS).enabled() && opens(purpose)

  app.post('/sms', open, async (request) => {
    const { purpose, phone } = await read(asked, request.body as Body, request.typed)
    if (!offered(purpose)) return { status: 'disabled' }
    const customer = purpose === 'verify' ? customerOf(request) : 0
    if (purpose === 'reset') await kernel.get(CAPTCHA).require(request, 'password')
    await limitCodes(kernel, purpose, phone, request.ip)
    if (purpose === 'register' || purpose === 'verify') {
      const taken = await kernel.db.one(
        sql`select 1 from customer where phone_norm = ${phone} and phone_verified_at is not null and id <> ${customer}`,
      )
      if (taken) return { status: 'exists' }
    }
    await kernel.work(async (tx) => tx.enqueue('people/send-code', { purpose, phone, language: ctxOf(kernel, request).language }))
    return { status: 'sent' }
  })

  app.post('/otp', open, async (request, reply) => {
    const { purpose, phone, otp } = await read(given, request.body as Body, request.typed)
    const customer = purpose === 'verify' ? customerOf(request) : 0
    // A code that was sent before phones were switched off opens nothing any more.
    if (!opens(purpose)) throw invalid({ otp: text('people:error.otp') })
    await useCode(kernel, purpose, phone, otp)
    if (purpose === 'register') return { status: 'verified', phone_token: phoneTicket(kernel, phone) }
    if (purpose === 'verify') {
      const own = await kernel.work((tx) => ownPhone(tx, kernel, customer, phone))
      if (!own) throw invalid({ phone: text('people:error.phone_saved') })
      return { status: 'verified' }
    }
    const account = await accountByPhone(kernel.db, phone)
    if (!account?.phone_verified) throw new Failed(UNAUTHENTICATED)
    if (purpose === 'reset') return { status: 'verified', token: await kernel.work((tx) => passwordToken(tx, { id: account.id })) }
    requireVerified(doorRules(kernel).validateEmail, account.email_verified_at)
    return openSession(kernel, reply, 'user', account.id)
  })
}
