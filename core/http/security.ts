import fp from 'fastify-plugin'
import helmet from 'helmet'
import { step } from './kernel.ts'

/** Policy of API answers: nothing in them may act when opened in a browser. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What pages may use of a device: the camera reads codes. Payments are left to the services that bring them. */
const permissions = 'camera=(self), microphone=(), geolocation=(), usb=(), serial=(), browsing-topics=()'

/** What helmet sets on answers: nothing of it hangs on what is asked, so it is asked once. */
function fixedHeaders(hsts: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = { setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value), removeHeader: () => undefined }
  const referrerPolicy = { policy: 'strict-origin-when-cross-origin' } as const
  const ask = helmet({ contentSecurityPolicy: false, referrerPolicy, hsts: hsts && { maxAge: 31_536_000 } })
  ask({} as never, answer as never, () => undefined)
  return headers
}

/** Security headers, cookies, compression and, only when origins are configured, CORS. */
export const security = fp(
  async (app) => {
    const { config } = app.kernel
    const pages = { ...fixedHeaders(config.publicUrl.startsWith('https:')), 'permissions-policy': permissions }
    const api = { ...pages, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' }
    // Before anything else, so that routes may say otherwise.
    app.addHook('onRequest', (request, reply, done) => {
      void reply.headers(request.url.startsWith('/api/') ? api : pages).header('x-request-id', request.id)
      done()
    })
    await app.register(import('@fastify/cookie'))
    await app.register(import('@fastify/compress'), { globalCompression: true, threshold: 1_400, encodings: ['br', 'gzip'] })
    if (config.corsOrigins.length > 0) {
      await app.register(import('@fastify/cors'), { origin: [...config.corsOrigins], credentials: false, maxAge: 600 })
    }
  },
  step('security', ['kernel']),
)
