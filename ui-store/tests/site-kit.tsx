import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { storeSite, type StoreSiteOptions } from '../server/plugin.ts'
import type { ScreenContext } from '../src/kit/types.ts'
import { GoTo, NotThere } from '../src/shell/outcome.ts'
import { brings, settings, type ClientPageState } from './shop.ts'

const manifest = {
  'entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_react.js'], css: ['assets/entry.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
  '../plugins/site/store/tea/index.tsx': { file: 'assets/tea.js', imports: ['_shared.js', '_lost.js'] },
  '\0virtual:store-messages/zh-HK': { file: 'assets/zh-HK.js' },
  'tea.css': { file: 'assets/tea.css' },
}

/** Creates a build folder with the files that the site reads, and returns its path. */
export function built(files: object = manifest): string {
  const dist = mkdtempSync(join(tmpdir(), 'stoa-site-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'client/.vite'), { recursive: true })
  mkdirSync(join(dist, 'client/assets'))
  writeFileSync(join(dist, 'client/assets/tea.js'), 'tea()')
  writeFileSync(join(dist, 'client/.vite/manifest.json'), JSON.stringify(files))
  return dist
}

/** A screen that shows what the API knew about the visitor. */
export const bringTea = () =>
  brings(
    { settings: [] },
    {
      'site/tea': {
        default: ({ data }: { data: { n: number } }) => <p>{`drawn ${data.n}`}</p>,
        load: async ({ call, params }: ScreenContext) => {
          if (params.url === 'moved') throw new GoTo('/tea/one', 301)
          if (params.url === 'gone') throw new NotThere()
          if (params.url === 'broken') throw new Error('a fault of ours')
          return call.get('/api/tea')
        },
        head: (_, { search }) => ({ title: 'Tea', path: '/tea/one', noindex: Boolean(search.preview) }),
      },
    },
  )

/** An app that serves the store, with a record of its API requests. */
export async function site(options: Partial<StoreSiteOptions> = {}) {
  const requests: { url: string; cookie: string | undefined; agent: string | undefined; host: string; ip: string }[] = []
  const logEntries: unknown[] = []
  const waits: (() => void)[] = []
  const slow = { on: false, end: () => waits.splice(0).forEach((go) => go()) }
  const app: FastifyInstance = Fastify({
    trustProxy: 'loopback',
    logger: { level: 'error', stream: { write: (line) => void logEntries.push(JSON.parse(line)) } },
  })
  app.decorateRequest('actor')
  app.addHook('onRequest', async (request, reply) => {
    // The cookie of an expired session still exists.
    if (request.headers.cookie?.includes('session=alive')) request.actor = { kind: 'customer' } as never
    reply.header('content-security-policy', 'of-the-api')
    if (!request.url.startsWith('/api/')) return
    const { url, headers, host, ip } = request
    requests.push({ url, cookie: headers.cookie, agent: headers['user-agent'], host, ip })
  })
  app.get('/api/settings', async () => settings)
  let n = 0
  app.get('/api/tea', async () => {
    if (slow.on) await new Promise<void>((go) => waits.push(go))
    return { n: ++n }
  })
  app.get('/api/robots', async (_, reply) => reply.type('text/plain').send('User-agent: *'))
  app.get<{ Params: { '*': string } }>('/api/sitemap/*', async (request, reply) =>
    request.params['*'] === 'a?b/c' ? reply.type('application/xml').send('<urlset/>') : reply.code(404).send({ messages: ['Not found.'] }),
  )
  const routes = [{ path: '/tea/$url', screen: 'site/tea', power: 'more than a browser needs' }]
  const slots = [
    { at: 'tea.below', screen: 'site/last', order: 2 },
    { at: 'tea.below', screen: 'site/first', order: 1 },
  ]
  const { plugin, clear } = storeSite({ routes, slots, dist: built(), origin: 'https://shop.test', budget: 20_000, ...options })
  await app.register(plugin)
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send('none of the store'))
  onTestFinished(() => app.close())
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url, headers: { host: 'shop.test', 'user-agent': 'Browser', ...headers } })
    const state = /id="state"[^>]*>([\s\S]*?)<\/script>/.exec(answer.body)?.[1]
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      drawn: /<p>drawn (\d+)<\/p>/.exec(answer.body)?.[1],
      language: answer.headers['content-language'],
      cookie: answer.headers['set-cookie'],
      state: state === undefined ? undefined : (JSON.parse(state) as ClientPageState),
    }
  }
  return { get, asked: requests, told: logEntries, slow, clear }
}
