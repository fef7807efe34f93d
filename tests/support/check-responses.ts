import type { ValidateFunction } from 'ajv/dist/2020.js'
import { openApi } from '../../cli/openapi/document.ts'
import type { App } from '../../core/app.ts'
import { validators } from './validators.ts'

/** An unfilled placeholder in a message. `{number}` is allowed, because staff write it in tracking URLs. */
const GAP = /\{(?!number\})[a-z_]+\}/i

type Check = (method: string, url: string, status: number, body: unknown) => void

interface DescribedResponse {
  $ref?: string
  content?: { 'application/json'?: { schema: object } }
}

interface Operation {
  parts: string[]
  responses: Record<string, DescribedResponse>
}

const fits = (parts: readonly string[], requestParts: readonly string[]) =>
  parts.length === requestParts.length && parts.every((part, i) => part.startsWith('{') || part === requestParts[i])

const toKey = (method: string, parts: readonly string[]) => `${method} ${parts.length}`

/** The OpenAPI description of a product, prepared for checking responses. */
interface Described {
  /** Operations by method and number of path segments. */
  operations: Map<string, Operation[]>
  shared: Record<string, DescribedResponse>
  compile: ReturnType<typeof validators>
  validatorCache: WeakMap<object, ValidateFunction>
}

function describe(app: App): Described {
  const { paths, components } = openApi(app.http)
  const operations = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, op] of Object.entries(methods)) {
      const parts = path.split('/')
      const key = toKey(method, parts)
      operations.set(key, [...(operations.get(key) ?? []), { parts, ...(op as Pick<Operation, 'responses'>) }])
    }
  return {
    operations,
    shared: components.responses as Record<string, DescribedResponse>,
    compile: validators(components.schemas),
    validatorCache: new WeakMap(),
  }
}

/** Descriptions by the `made` key of their apps. */
const descriptions = new Map<string, Described>()

function getDescription(app: App, made: string | undefined): Described {
  const found = (made === undefined ? undefined : descriptions.get(made)) ?? describe(app)
  if (made !== undefined) descriptions.set(made, found)
  return found
}

/**
 * Checks every response of an app against its description. Descriptions and validators are created on the first response that needs
 * them, and shared by all apps in a process with the same `made` key; undefined if the app is unique. `unnamed` collects properties that
 * the server removed from responses, which fail the test.
 */
export function answerCheck({ app, unnamed, made }: { app: App; unnamed: string[]; made?: string }): Check {
  let described: Described | undefined
  return (method, url, status, body) => {
    const paths = unnamed.splice(0)
    if (paths.length > 0) throw new Error(`${method} ${url} answered what its shape does not name:\n${paths.join('\n')}`)
    const messagesText = status >= 400 ? JSON.stringify((body as { messages?: unknown } | null)?.messages ?? '') : ''
    if (GAP.test(messagesText)) throw new Error(`${method} ${url} answered ${status} with a gap in its words: ${messagesText}`)
    const { operations, shared, compile, validatorCache } = (described ??= getDescription(app, made))
    const requestParts = (url.split('?')[0] ?? '').replace(/(.)\/$/, '$1').split('/')
    const found = (operations.get(toKey(method.toLowerCase(), requestParts)) ?? [])
      .filter((op) => fits(op.parts, requestParts))
      .sort((a, b) => a.parts.filter((p) => p.startsWith('{')).length - b.parts.filter((p) => p.startsWith('{')).length)[0]
    if (!found) return
    const response = found.responses[String(status)]
    const answer = response?.$ref ? shared[response.$ref.split('/').at(-1) ?? ''] : response
    if (!answer) throw new Error(`${method} ${url} answered ${status}, which its description does not know`)
    const schema = answer?.content?.['application/json']?.schema
    if (!schema) return
    const validate = validatorCache.get(schema) ?? compile(schema)
    validatorCache.set(schema, validate)
    if (validate(body)) return
    const problems = (validate.errors ?? []).slice(0, 5).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
    throw new Error(
      `${method} ${url} answered ${status} with what its description does not say:\n${problems.join('\n')}\n${JSON.stringify(body)?.slice(0, 600)}`,
    )
  }
}
