import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { checkInput } from '../resource/input.ts'
import { rowId } from '../resource/ids.ts'
import { type Description, inputSchema, type Schema } from './describe.ts'
import { ctxOf } from './language.ts'
import type { Route, Routes } from './route.ts'

type Values = Record<string, unknown>

/** Registers declared routes in the scope of their plugin. */
export async function serve(scope: FastifyInstance, kernel: Kernel, routes: Routes | undefined): Promise<void> {
  const all = typeof routes === 'function' ? routes(kernel) : (routes ?? [])
  for (const route of all) {
    const parse = route.bytes === undefined ? (route.plainForm ? readPlainForms : undefined) : readBytes(route.bytes)
    if (!parse) add(scope, kernel, route)
    // How bodies are read is a matter of the scope around a route.
    else
      await scope.register(async (own) => {
        parse(own)
        add(own, kernel, route)
      })
  }
}

function add(scope: FastifyInstance, kernel: Kernel, route: Route): void {
  const [method = '', url = ''] = route.on.split(' ')
  const { needs, open, access, fromAnywhere, files } = route
  const said = { needs, open, access, fromAnywhere, files }
  const config = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  scope.route({ method, url, config: { ...config, describe: () => describe(route, url) }, handler: handler(kernel, route) })
}

const handler = (kernel: Kernel, route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
  const ctx = ctxOf(kernel, request)
  await route.admit?.({ kernel, ctx, request })
  const asked = await read(route, request)
  if (route.status) void reply.code(route.status)
  const answer = await route.run({ kernel, ctx, ...asked, request, reply })
  return reply.sent ? reply : (answer ?? reply.send())
}

/** What a request asks, each part by its fields. @throws Failed INVALID by field */
async function read(route: Route, request: FastifyRequest) {
  const given = request.params as Values
  const address = request.query as Values
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const sent = route.bytes === undefined ? ((request.body ?? {}) as Values) : {}
  const params = route.params ? await checkInput(route.params, given, true) : {}
  const query = route.query ? await checkInput(route.query, address, true) : {}
  const typed = request.typed ?? false
  const body = !route.body
    ? {}
    : route.eitherPlace
      ? await checkInput(route.body, { ...address, ...sent }, (name) => typed || !Object.hasOwn(sent, name))
      : await checkInput(route.body, sent, typed)
  const key = route.keyed ? request.headers['idempotency-key'] : undefined
  return {
    params: given.id === undefined || route.params?.id ? params : { ...params, id: rowId(given.id) },
    query,
    body,
    raw,
    key: typeof key === 'string' ? key : undefined,
  }
}

const readBytes = (most: number) => (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: most }, (_request, body, done) => done(null, body))
}

const FORM = 'application/x-www-form-urlencoded'

const readPlainForms = (scope: FastifyInstance) => {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 10_000 }, (request, body, done) => {
    request.typed = true
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

const language: Schema = { type: 'string', description: 'Language of texts and of per-language values.' }

/** What a declared route is to whoever calls it. */
function describe(route: Route, url: string): Description {
  const { id, summary, description, params = {}, query = {}, body = {}, answer, status = 200, also = {}, fails, eitherPlace } = route
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = inputSchema(params, 'text').properties as Record<string, Schema>
  const asked = inputSchema(eitherPlace ? { ...query, ...body } : query, 'text')
  const takesBody = Object.keys(body).length > 0 && !route.on.startsWith('GET')
  return {
    id,
    tag: id.split('.')[0] ?? id,
    summary,
    ...(description ? { description } : {}),
    ...(named.length > 0
      ? {
          params: {
            type: 'object',
            properties: Object.fromEntries(named.map((name) => [name, path[name] ?? { type: 'integer', minimum: 1 }])),
          },
        }
      : {}),
    query: { ...asked, properties: { ...(asked.properties as object), language }, ...(eitherPlace ? { required: [] } : {}) },
    ...(takesBody ? { body: eitherPlace ? { ...inputSchema(body), required: [] } : inputSchema(body) } : {}),
    ...(route.keyed ? { keyed: true } : {}),
    answers: { [status]: answer, ...also },
    ...(fails ? { fails } : {}),
  }
}
