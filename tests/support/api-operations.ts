import fc from 'fast-check'
import { openApi } from '../../cli/openapi/document.ts'
import type { App } from '../../core/app.ts'
import type { Answer, Client } from './app.ts'
import { toInvalidArbitrary, type SchemaContext, toArbitrary } from './arbitrary.ts'
import { form } from './multipart.ts'
import { type Rows, TEXTS } from './row-values.ts'

/** An operation of the OpenAPI description. */
export interface Operation {
  at: string
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  op: {
    operationId: string
    parameters?: { name: string; in: string; schema: object }[]
    requestBody?: { content: Record<string, { schema: { $ref: string } }> }
    security: object[]
  }
}

/** Deletes come last, so that other operations find rows. */
const ORDER = ['get', 'put', 'post', 'delete']

/** All operations, and a lookup for the schemas they refer to. */
export function listOperations(app: App): { operations: Operation[]; refs: SchemaContext['refs'] } {
  const { paths, components } = openApi(app.http)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ at: `${method.toUpperCase()} ${path}`, method, path, op }) as unknown as Operation),
  )
  return {
    operations: operations.sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)),
    refs: (name) => components.schemas[name.split('/').at(-1) ?? ''] ?? {},
  }
}

export interface OperationCall {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** Generates calls of an operation; `wrong` puts invalid values into each of its parts in turn. */
export function toCallArbitrary(
  { path, op }: Operation,
  refs: SchemaContext['refs'],
  there: Rows,
  wrong = false,
): fc.Arbitrary<OperationCall> {
  const context: SchemaContext = { refs, there: there(path) }
  // A new row needs unique names, and its child rows are new too.
  const getOwnValues = (member: string) =>
    member === 'id' ? fc.constant(undefined) : TEXTS.has(member) ? undefined : context.there?.(member)
  const writing: SchemaContext = /\.(create|update)$/.test(op.operationId) ? { refs, there: getOwnValues } : context
  const part = (place: string) => {
    const named = (op.parameters ?? []).filter((parameter) => parameter.in === place)
    const properties = Object.fromEntries(named.map((parameter) => [parameter.name, parameter.schema]))
    return { type: 'object', properties, required: place === 'path' ? named.map(({ name }) => name) : [] }
  }
  const body = op.requestBody?.content['application/json']?.schema
  const arbitraryFor = (schema: object, from: SchemaContext) => (wrong ? toInvalidArbitrary(schema, from) : toArbitrary(schema, from))
  return fc.record({
    params: toArbitrary(part('path'), context),
    query: arbitraryFor(part('query'), context),
    body: body ? arbitraryFor(body, writing) : fc.constant(undefined),
  }) as fc.Arbitrary<OperationCall>
}

/** A value for a URL: lone surrogates are replaced. */
const text = (value: unknown) =>
  (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(/\p{Surrogate}/gu, '?')

/** Form fields of a value: texts, with their path as name. */
function texts(value: unknown, name = ''): [string, string][] {
  if (value === null || value === undefined) return [[name, '']]
  if (typeof value !== 'object') return [[name, value === true ? '1' : value === false ? '0' : String(value)]]
  return Object.entries(value).flatMap(([key, item]) => texts(item, name === '' ? key : `${name}[${key}]`))
}

/** Calls the operation, with the body as JSON or as a form. */
export async function call(
  { method, path }: Operation,
  caller: Client,
  { params, query, body }: OperationCall,
  as: 'json' | 'form' = 'json',
): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name]).replaceAll('\0', '')) || 'x')
  const pairs = query !== null && typeof query === 'object' ? Object.entries(query) : []
  const search = pairs.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(text(v))}`).join('&')
  const url = search === '' ? filled : `${filled}?${search}`
  if (method === 'get') return caller.get(url)
  if (as === 'form' && body !== undefined) {
    const sent = form(Object.fromEntries(texts(body)))
    return caller[method](url, sent.body, sent.headers)
  }
  // A body that is not an object is sent as JSON in both cases.
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = sent === undefined ? undefined : { 'content-type': 'application/json' }
  return caller[method](url, sent, headers)
}
