import { defineJob, f, AppError, rateLimit, type Kernel, locales, route, getNetwork, sql, t, type JobPayload } from 'stoa'
import { INVALID_SIGNATURE } from '../errors.ts'
import { limitEmails, normalizeEmail } from '../services/sign-in-rules.ts'
import { wasOpenedHere } from '../services/opened-here-cookie.ts'
import { confirmEmail, sendVerification } from '../services/verify-email.ts'
import { publicRoute } from './shared.ts'

/** E-mails the verification link again. */
export const VERIFY_MAIL = defineJob({
  name: 'people/verify-mail',
  payload: { email: t.text(), language: t.pick(locales) },
})

/** E-mail verification (specification C §7). */
export const emailRoutes = [
  route({
    ...publicRoute,
    on: 'GET /email/verify/:customer/:hash',
    id: 'customer.verify_email',
    summary: 'Verifies an address by the link in an e-mail',
    params: { customer: f.text(), hash: f.text() },
    query: { expires: f.maybe(f.text()), signature: f.maybe(f.text()) },
    response: t.object({
      status: t.is('verified'),
      email: t.text(),
      token: t.maybe(t.text('New password, required when the link is opened in another browser than the one of the account.')),
    }),
    errors: [INVALID_SIGNATURE],
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `verify ${getNetwork(request.ip)}`, { max: 30, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ kernel, params: { customer, hash }, query, request, reply }) => {
      const expires = query.expires ?? ''
      const whole = /^[1-9]\d{0,14}$/.test(customer) && /^[0-9a-f]{64}$/.test(hash) && /^\d{1,12}$/.test(expires)
      if (!whole) throw new AppError(INVALID_SIGNATURE)
      const here = await wasOpenedHere(kernel, request, Number(customer))
      const confirmed = await confirmEmail(kernel, {
        id: Number(customer),
        hash,
        expires,
        signature: query.signature ?? '',
        sessionToken: here,
      })
      void reply.header('cache-control', 'no-store')
      return { status: 'verified', ...confirmed }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /email/verify/resend',
    id: 'customer.resend_link',
    summary: 'Sends the verification link again; the response is the same for unknown addresses',
    body: { email: f.email() },
    response: t.object({ status: t.is('sent') }),
    run: async ({ kernel, ctx, body }) => {
      const email = normalizeEmail(body.email)
      await limitEmails(kernel, 'verify-mail', email)
      // Runs after the response, so that it does not reveal whether the account exists.
      await kernel.transaction(async (tx) => tx.enqueue(VERIFY_MAIL, { email, language: ctx.language }))
      return { status: 'sent' }
    },
  }),
]

/** E-mails the link again if the address belongs to an account and is not verified. */
export async function resendVerification(kernel: Kernel, { email, language }: JobPayload<typeof VERIFY_MAIL>): Promise<void> {
  await kernel.transaction(async (tx) => {
    const found = await tx.one<{ id: number }>(sql`select id from customer
      where enabled and ((email = ${email} and email_verified_at is null) or pending_email = ${email}) order by id limit 1`)
    if (found) await sendVerification(tx, kernel, { id: found.id, email, language })
  })
}
