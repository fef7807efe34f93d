import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../core/app.ts'
import { videoHosts } from '../core/text/video.ts'

/** Content-Security-Policy of the admin's pages: own scripts only. Blueprint and the editor set inline styles. */
const policy = [
  "default-src 'self'",
  // Where the browser has no barcode reader, ours is compiled from WebAssembly. `eval` of text stays forbidden.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  // Previews of pages show videos as the store does.
  `frame-src 'self' ${videoHosts.join(' ')}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The service worker for offline use. The store's policy allows none.
  "worker-src 'self'",
].join('; ')

const YEAR = 'public, max-age=31536000, immutable'

/** Serves the built admin: hashed files are cacheable for a year, and every other path below /admin gets the same page. */
export const adminSite =
  (dir: string): Site =>
  async (http) => {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    const files = new Set(readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap(nameIn(dir)))
    const answerPage = (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': policy,
          'cache-control': 'no-cache',
          'referrer-policy': request.url.startsWith('/admin-reset-password') ? 'no-referrer' : 'same-origin',
        })
        .send(page)
    const hide = { schema: { hide: true } as never }
    await http.register(async (scope) => {
      // A single wildcard route: one for each file would slow every start.
      await scope.register(import('@fastify/static'), { root: dir, serve: false, cacheControl: false })
      scope.get<{ Params: { '*': string } }>('/admin/*', hide, (request, reply) => {
        const file = request.params['*']
        if (!files.has(file) || file === 'index.html') return answerPage(request, reply)
        return reply.header('cache-control', file.startsWith('assets/') ? YEAR : 'no-cache').sendFile(file)
      })
    })
    for (const url of ['/admin', '/admin-reset-password']) http.get(url, hide, answerPage)
  }

const nameIn = (dir: string) => (entry: Dirent) =>
  entry.isFile() ? [relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/')] : []
