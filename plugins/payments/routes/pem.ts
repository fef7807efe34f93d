import { f, validationError, type Kernel, route, message } from 'stoa'
import { parsePem } from '../services/pem.ts'
import { paymentKeys } from '../settings.ts'
import { PemAnswer } from '../admin-api-types.ts'

const MAX_PEM_BYTES = 20_000

function toPemAnswer(kernel: Kernel): PemAnswer {
  const { pem } = kernel.settings.of(paymentKeys)
  const facts = pem ? parsePem(pem) : undefined
  return facts ? { exists: true, ...facts } : { exists: false }
}

/** PEM file of the payment gateways: it can be uploaded and identified, never downloaded (specification C §7). */
export const pemRoutes = [
  route({
    on: 'GET /check/pem',
    id: 'pem.get',
    summary: 'Type and fingerprint of the stored PEM file',
    needs: 'get configuration',
    response: PemAnswer,
    run: ({ kernel }) => toPemAnswer(kernel),
  }),
  route({
    on: 'POST /upload/pem',
    id: 'pem.bring',
    summary: 'Stores a PEM file, uploaded or sent as text',
    needs: 'update configuration',
    maxFiles: 1,
    fileFields: ['pem'],
    body: { pem: f.maybe(f.code({ maxLength: MAX_PEM_BYTES, says: 'payments:error.pem' })) },
    response: PemAnswer,
    status: 201,
    run: async ({ kernel, ctx, body, request }) => {
      const file = request.uploads?.get('pem')
      const pem = file ? file.bytes.toString('utf8') : body.pem
      if (!pem) throw validationError({ pem: message('core:rule.required') })
      if (pem.length > MAX_PEM_BYTES || pem.includes('\0')) throw validationError({ pem: message('payments:error.pem') })
      await kernel.settings.write(kernel, ctx, 'payment', { pem }, ctx.language)
      return toPemAnswer(kernel)
    },
  }),
]
