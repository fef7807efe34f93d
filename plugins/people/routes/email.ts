import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, Failed, hit, type Kernel, type Locale, rowId, sql } from '#core'
import { INVALID_SIGNATURE } from '../errors.ts'
import { limitLetters, plainEmail } from '../services/rules.ts'
import { confirmEmail, sendVerification } from '../services/verify-email.ts'
import { type Body, open } from './shared.ts'

/** Verifying addresses (specification C §7). */
export function emailRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { id: string; hash: string } }>('/email/verify/:id/:hash', open, async (request, reply) => {
    await hit(kernel.db, `verify ${request.ip}`, { max: 30, seconds: 60, message: 'core:error.too_frequent' })
    const { expires = '', signature = '' } = request.query as Record<string, string | undefined>
    const { id, hash } = request.params
    if (!/^\d{1,15}$/.test(id) || !/^[0-9a-f]{64}$/.test(hash) || !/^\d{1,12}$/.test(String(expires))) throw new Failed(INVALID_SIGNATURE)
    const { email } = await confirmEmail(kernel, { id: rowId(id), hash, expires: String(expires), signature: String(signature) })
    return reply.header('cache-control', 'no-store').send({ status: 'verified', email })
  })

  app.post('/email/verify/resend', open, async (request) => {
    const input = await checkInput({ email: f.email() }, request.body as Body, request.typed)
    const email = plainEmail(input.email)
    await limitLetters(kernel, 'verify-mail', email)
    // After the answer: whether there is such an account shows in no way.
    await kernel.work(async (tx) => tx.enqueue('people/verify-mail', { email, language: ctxOf(kernel, request).language }))
    return { status: 'sent' }
  })
}

/** Mails the link again to an address of an account that is not verified yet. */
export async function resendVerification(kernel: Kernel, payload: unknown): Promise<void> {
  const { email, language } = payload as { email: string; language: Locale }
  await kernel.work(async (tx) => {
    const found = await tx.one<{ id: number }>(sql`select id from customer
      where enabled and ((email = ${email} and email_verified_at is null) or pending_email = ${email}) order by id limit 1`)
    if (found) await sendVerification(tx, kernel, { id: found.id, email, language })
  })
}
