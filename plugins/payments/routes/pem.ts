import type { FastifyInstance } from 'fastify'
import { ctxOf, invalid, type Kernel, text } from '#core'
import { type PemFacts, readPem } from '../services/pem.ts'
import { paymentKeys } from '../settings.ts'

/** Answer of `GET /api/admin/check/pem`. */
export type PemAnswer = { exists: false } | ({ exists: true } & PemFacts)

const MOST_BYTES = 20_000

/** The pem file of the payment gateways: it can be brought and recognised, never read back (specification C §7). */
export function pemRoutes(app: FastifyInstance, kernel: Kernel): void {
  const told = (): PemAnswer => {
    const { pem } = kernel.settings.of(paymentKeys)
    const facts = pem ? readPem(pem) : undefined
    return facts ? { exists: true, ...facts } : { exists: false }
  }
  app.get('/check/pem', { config: { needs: 'get configuration' } }, async () => told())
  app.post('/upload/pem', { config: { needs: 'update configuration' } }, async (request, reply) => {
    const file = request.uploads?.get('pem')
    const sent = (request.body as { pem?: unknown }).pem
    const pem = file ? file.bytes.toString('utf8') : sent
    if (typeof pem !== 'string' || pem === '') throw invalid({ pem: text('core:rule.required') })
    if (pem.length > MOST_BYTES || pem.includes('\0')) throw invalid({ pem: text('payments:error.pem') })
    const ctx = ctxOf(kernel, request)
    await kernel.settings.write(kernel, ctx, 'payment', { pem }, ctx.language)
    return reply.code(201).send(told())
  })
}
