import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../core/app.ts'
import { adminPolicy } from '../core/http/security.ts'

/** Serves the built admin: hashed files for a year, and one page for every address below /admin. */
export const adminSite =
  (dir: string): Site =>
  async (http) => {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    await http.register(import('@fastify/static'), {
      root: dir,
      prefix: '/admin/',
      index: false,
      wildcard: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    const hide = { schema: { hide: true } as never }
    for (const url of ['/admin', '/admin/*', '/admin-reset-password']) {
      http.get(url, hide, (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .headers({
            'content-security-policy': adminPolicy,
            'cache-control': 'no-cache',
            'referrer-policy': url === '/admin-reset-password' ? 'no-referrer' : 'same-origin',
          })
          .send(page),
      )
    }
  }
