import fp from 'fastify-plugin'
import helmet from 'helmet'
import { step } from './kernel.ts'

/** Content-Security-Policy of API responses: a browser must not execute anything in them. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Permissions-Policy of pages: the camera scans codes. Payment services set their own policy. */
const permissions = 'camera=(self), microphone=(), geolocation=(), usb=(), serial=(), browsing-topics=()'

/** The headers helmet sets. They do not depend on the request, so they are computed once. */
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
    // Runs first, so that routes can override the headers.
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
