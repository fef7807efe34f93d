import fp from 'fastify-plugin'
import { step } from './kernel.ts'

/** Policy of API answers: nothing in them may act when opened in a browser. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What pages may use of a device: the camera reads codes. Payments are left to the services that bring them. */
const permissions = 'camera=(self), microphone=(), geolocation=(), usb=(), serial=(), browsing-topics=()'

/** Security headers, cookies, compression and, only when origins are configured, CORS. */
export const security = fp(
  async (app) => {
    const { config } = app.kernel
    await app.register(import('@fastify/helmet'), {
      contentSecurityPolicy: false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      hsts: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    })
    await app.register(import('@fastify/cookie'))
    await app.register(import('@fastify/compress'), { globalCompression: true, threshold: 1_400, encodings: ['br', 'gzip'] })
    if (config.corsOrigins.length > 0) {
      await app.register(import('@fastify/cors'), { origin: [...config.corsOrigins], credentials: false, maxAge: 600 })
    }
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.url.startsWith('/api/')) {
        if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', apiPolicy)
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
      }
      void reply.headers({ 'x-request-id': request.id, 'permissions-policy': permissions })
      done(null, payload)
    })
  },
  step('security', ['kernel']),
)
