import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { checkInput } from '../resource/input.ts'
import { parseRowId } from '../resource/ids.ts'
import { type Description, inputSchema, getRequired } from './describe.ts'
import { createCtx } from './language.ts'
import type { Route, Routes } from './route.ts'
import type { Schema } from './shapes.ts'
import type { RouteAnswers } from './response-filter.ts'

type Values = Record<string, unknown>

/** Registers declared routes in the scope of their plugin. */
export async function serve(scope: FastifyInstance, kernel: Kernel, routes: Routes | undefined): Promise<void> {
  const all = typeof routes === 'function' ? routes(kernel) : (routes ?? [])
  for (const route of all) {
    const parse = route.maxRawBytes === undefined ? (route.plainForm ? readPlainForms : undefined) : readBytes(route.maxRawBytes)
    if (!parse) add(scope, kernel, route)
    // Body parsers belong to a Fastify scope, so the route gets its own.
    else
      await scope.register(async (childScope) => {
        parse(childScope)
        add(childScope, kernel, route)
      })
  }
}

function add(scope: FastifyInstance, kernel: Kernel, route: Route): void {
  const [method = '', path = ''] = route.on.split(' ')
  // The root path of a scope equals its prefix.
  const url = path === '/' ? '' : path
  const { needs, open, getNeeds, access, allowCrossOrigin, fresh, maxFiles } = route
  const requirements = { needs, open, getNeeds, access, allowCrossOrigin: allowCrossOrigin, fresh, files: maxFiles }
  const config = Object.fromEntries(Object.entries(requirements).filter(([, value]) => value !== undefined))
  scope.route({
    ...(route.streams ? { compress: false as const } : {}),
    method,
    url,
    config: { ...config, answers: getAnswers(route), describe: () => describe(route, url) },
    handler: handler(kernel, route),
  })
}

const handler = (kernel: Kernel, route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
  const ctx = createCtx(kernel, request)
  await route.admit?.({ kernel, ctx, request })
  const input = await read(route, request)
  if (route.status) void reply.code(route.status)
  const answer = await route.run({ kernel, ctx, ...input, request, reply })
  return reply.sent ? reply : (answer ?? reply.send())
}

/** Validates path parameters, query string and body. @throws AppError INVALID by field */
async function read(route: Route, request: FastifyRequest) {
  const path = request.params as Values
  const address = request.query as Record<string, string | string[] | undefined>
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const sent = route.maxRawBytes === undefined ? ((request.body ?? {}) as Values) : {}
  const params = route.params ? await checkInput(route.params, path, true) : {}
  const query = route.query ? await checkInput(route.query, address, true) : {}
  const typed = request.typed ?? false
  const body = !route.body
    ? {}
    : route.eitherPlace
      ? await checkInput(route.body, { ...address, ...sent }, (name) => typed || !Object.hasOwn(sent, name))
      : await checkInput(route.body, sent, typed)
  const key = route.idempotent ? request.headers['idempotency-key'] : undefined
  return {
    params: path.id === undefined || route.params?.id ? params : { ...params, id: parseRowId(path.id) },
    query,
    body,
    rawBody: sent,
    rawQuery: address,
    rawBytes: raw,
    idempotencyKey: typeof key === 'string' ? key : undefined,
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

const getAnswers = ({ response, status = 200, otherResponses = {} }: Route): RouteAnswers => ({ [status]: response, ...otherResponses })

const idOfRow: Schema = { type: 'integer', minimum: 1, description: 'ID of the row.' }
const language: Schema = { type: 'string', description: 'Language of texts and of localized values.' }

/** The description of a declared route. */
function describe(route: Route, url: string): Description {
  const { id, summary, description, deprecated, params = {}, query, queryFields = {}, body, errors, eitherPlace } = route
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = inputSchema(params, 'text').properties as Record<string, Schema>
  const querySchema = inputSchema({ ...queryFields, ...query, ...(eitherPlace ? body : {}) }, 'text')
  return {
    id,
    tag: id.split('.')[0] ?? id,
    summary,
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(named.length > 0
      ? {
          params: {
            type: 'object',
            properties: Object.fromEntries(named.map((name) => [name, path[name] ?? idOfRow])),
          },
        }
      : {}),
    query: {
      ...querySchema,
      properties: { ...(querySchema.properties as object), ...(queryFields.language ? {} : { language }) },
      ...(eitherPlace ? { required: [] } : {}),
    },
    ...getBody(route),
    ...(route.idempotent ? { keyed: true } : {}),
    answers: getAnswers(route),
    ...(errors ? { fails: errors } : {}),
  }
}

/** Schema of the request body, if any. */
function getBody({ on, body = {}, accepts, requires = [], eitherPlace, fileFields = [] }: Route): { body?: Schema } {
  if (on.startsWith('GET') || (!accepts && Object.keys(body).length + fileFields.length === 0)) return {}
  const { properties } = inputSchema({ ...accepts, ...body })
  const required = eitherPlace ? [] : [...getRequired(body), ...requires]
  const files = Object.fromEntries(fileFields.map((name) => [name, { type: 'string', format: 'binary' }]))
  return { body: { type: 'object', properties: { ...(properties as object), ...files }, ...(required.length > 0 ? { required } : {}) } }
}
