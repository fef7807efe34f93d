import { AppError, validationError, NOT_FOUND, route, message } from 'stoa'
import { GatewayError, PROVIDERS } from '../services/adapter.ts'
import { findMissingSettings, findMethod } from '../services/methods.ts'
import { ProviderList, CredentialCheck } from '../admin-api-types.ts'

/** Staff actions on payment methods, beside lists and forms. */
export const methodRoutes = [
  route({
    on: 'GET /payment_method/providers',
    id: 'payment_method.providers',
    summary: 'The payment providers that a payment method can use',
    needs: 'get payment method',
    response: ProviderList,
    run: ({ kernel }) => ({
      data: [...kernel.contributions(PROVIDERS)]
        .filter(([name]) => name !== 'free')
        .map(([name, a]) => ({ name, flow: a.flow, webhook: a.verifyWebhook !== undefined })),
      site: kernel.config.publicUrl,
    }),
  }),
  route({
    on: 'POST /payment_method/:id/test',
    id: 'payment_method.test',
    summary: 'Tests the configuration of a payment method with a call that has no side effects',
    needs: 'update payment method',
    response: CredentialCheck,
    errors: [NOT_FOUND],
    run: async ({ kernel, params }) => {
      const method = await findMethod(kernel, { id: params.id })
      if (!method) throw new AppError(NOT_FOUND)
      const missing = findMissingSettings(kernel, method.account.provider, method.account.config)
      if (missing.length > 0) throw validationError(Object.fromEntries(missing.map((name) => [name, message('core:rule.required')])))
      try {
        await method.adapter.testConnection?.(method.account)
        return { ok: true, asked: method.adapter.testConnection !== undefined, message: '' }
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        return { ok: false, asked: true, message: error.message }
      }
    },
  }),
]
