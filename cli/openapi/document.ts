import type { FastifyInstance } from 'fastify'
import type { Description } from '../../core/http/describe.ts'
import {
  BAD_REQUEST,
  CONFLICT,
  CROSS_SITE,
  type ErrorKind,
  FORBIDDEN,
  INTERNAL,
  INVALID,
  PASSWORD_AGAIN,
  TOO_LARGE,
  TOO_MANY,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from '../../core/http/errors.ts'
import { KEY_REUSED } from '../../core/http/idempotent.ts'
import type { RouteInfo } from '../../core/http/routes.ts'
import { type Media, ref, type Schema } from '../../core/http/shapes.ts'
import { namedSchemas } from '../../core/resource/answer-schemas.ts'

/** Errors of routes that write, of guarded routes, and of all routes. */
const ofWrites = [BAD_REQUEST, CROSS_SITE, TOO_LARGE]
const ofGuarded = [UNAUTHENTICATED, FORBIDDEN, PASSWORD_AGAIN]
const ofAny = [TOO_MANY, INTERNAL, UNAVAILABLE]

const failure: Schema = {
  type: 'object',
  required: ['code', 'messages'],
  properties: {
    code: { type: 'string', description: 'What went wrong, for programs.' },
    messages: {
      description: 'What went wrong, for people: texts by field, or a list of texts.',
      anyOf: [
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    error: { type: 'string', description: 'Only with 401: the session is over.' },
  },
}

/** Responses shared by several operations, by name; each is in the document once. */
type Shared = Record<string, unknown>

/** Responses of an operation, including its errors by code. */
function responses(
  shared: Shared,
  { description: { answers, fails = [], params, query, body, keyed }, guarded, method }: Operation,
): Record<string, unknown> {
  const all: ErrorKind[] = [
    ...(params || query || body ? [INVALID] : []),
    ...(guarded ? ofGuarded : []),
    ...(method === 'get' ? [] : ofWrites),
    ...(keyed ? [KEY_REUSED, CONFLICT] : []),
    ...fails,
    ...ofAny,
  ]
  const byStatus = new Map<number, string[]>()
  for (const { code, status } of all) byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), code])])
  const good = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: 'Done.', ...(schema ? { content: content(schema) } : {}) },
  ])
  const bad = [...byStatus].map(([status, codes]) => {
    const name = codes.join('.')
    shared[name] ??= { description: `Refused: ${codes.join(', ')}.`, content: content(ref('failure')) }
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return Object.fromEntries([...good, ...bad])
}

const content = (answer: Schema | Media) =>
  'media' in answer
    ? { [String(answer.media)]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: answer } }

interface Operation {
  method: string
  description: Description
  /** Whether it requires a session. */
  guarded: boolean
}

const parameters = (place: 'path' | 'query', schema: Schema | undefined) =>
  Object.entries((schema?.properties ?? {}) as Record<string, Schema>).map(([name, { description, ...parameterSchema }]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema?.required ?? []) as string[]).includes(name),
    ...(description ? { description } : {}),
    schema: parameterSchema,
  }))

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again with the same key, the call answers what it answered first and does nothing.',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

/** An operation. Its body is a shared schema, because it is accepted as JSON and as a form. */
function operation(
  definition: Operation,
  { schemas, answers }: { schemas: Record<string, Schema>; answers: Shared },
): Record<string, unknown> {
  const { description, guarded } = definition
  const name = `${description.id}.body`
  if (description.body) schemas[name] = description.body
  const sent = { schema: ref(name) }
  const body = description.body && { required: true, content: { 'application/json': sent, 'multipart/form-data': sent } }
  const parameterList = [
    ...parameters('path', description.params),
    ...parameters('query', description.query),
    ...(description.keyed ? [keyHeader] : []),
  ]
  return {
    operationId: description.id,
    tags: [description.tag],
    summary: description.summary,
    description: description.description ?? `${description.summary}.`,
    ...(description.deprecated ? { deprecated: true } : {}),
    ...(parameterList.length > 0 ? { parameters: parameterList } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(answers, definition),
    ...(guarded ? { security: [{ bearer: [] }] } : { security: [] }),
  }
}

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { schemas: Record<string, Schema>; responses: Shared; securitySchemes: Shared }
  [part: string]: unknown
}

/** Path of a route in OpenAPI syntax. */
const getPath = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')

const guards = ({ needs, open, access }: RouteInfo) => Boolean(needs || open === 'signed-in' || access === 'customer')

/** Generates the OpenAPI description of all routes of an application. */
export function openApi({ kernel, routeList }: FastifyInstance): OpenApi {
  const paths: OpenApi['paths'] = {}
  // Schemas that several operations reference, by name.
  const schemas: Record<string, Schema> = { failure }
  const rowOrView = namedSchemas(kernel.registry)
  const answers: Shared = {}
  const tags = new Set<string>()
  for (const route of routeList) {
    const description = route.describe?.()
    if (!description) continue
    const method = route.method.toLowerCase()
    tags.add(description.tag)
    ;(paths[getPath(route.url)] ??= {})[method] = operation({ method, description, guarded: guards(route) }, { schemas, answers })
  }
  // Adds the row schemas that are referenced by an operation or another row; others are omitted.
  const speak = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name] ? undefined : rowOrView(name)
      if (schema) speak(JSON.stringify((schemas[name] = schema)))
    }
  }
  speak(JSON.stringify([paths, answers, schemas]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stoa',
      version: '1',
      description: 'Every failure answers `{ code, messages }`; no success ever has a top-level `messages`.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: kernel.config.publicUrl }],
    tags: [...tags].sort().map((name) => ({ name, description: `Everything about ${name}.` })),
    paths,
    components: {
      schemas,
      responses: answers,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A session token, as signing in answers it.' } },
    },
  }
}
