import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { step } from './kernel.ts'
import type { Media, Schema } from './shapes.ts'

/** Returns a value without the members its shape does not name. Returns the same object when there are none; never mutates it. */
type Filter = ((value: unknown) => unknown) & { scalar?: true }

const keepWhole: Filter = (value) => value

/** Called with the path of each removed member, such as `GET /api/order data[].secret`. */
export type UnnamedListener = (path: string) => void

interface FilterOptions {
  /** A schema that others reference by its name. */
  named(name: string): Schema | undefined
  onUnnamed: UnnamedListener
}

/** Logs each path once, so that a frequent route does not flood the log. */
export function warnOnce(log: Pick<Logger, 'warn'>): UnnamedListener {
  const warned = new Set<string>()
  return (path) => {
    if (warned.has(path)) return
    warned.add(path)
    log.warn({ path }, 'an answer had a member its shape does not name; it was left out')
  }
}

const PREFIX = '#/components/schemas/'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** What JSON.stringify writes for an object: it calls `toJSON`. */
const written = (value: object): unknown => (typeof (value as Date).toJSON === 'function' ? (value as Date).toJSON() : value)

/** Responses of a route by status: the shape of its JSON, another media type, or null without a body. */
export type RouteAnswers = Readonly<Record<number, Schema | Media | null>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declared responses of the route. */
    answers?: RouteAnswers
  }
}

/**
 * Filters responses by the shapes their routes declare: undeclared members are removed. A filter is compiled when the first
 * response is sent. JSON.stringify still serialises: generated serialisers change the member order and take tens of milliseconds to
 * compile.
 */
export const answerFilter = fp<FilterOptions>(
  async (app, options) => {
    const shapes = new ShapeFilters(options)
    const filtersByRoute = new WeakMap<RouteAnswers, Map<number, Filter>>()
    app.addHook('preSerialization', (request, reply, payload, done) => {
      const { config, method, url } = request.routeOptions
      const shape = config.answers?.[reply.statusCode]
      if (!config.answers || shape === undefined) return done(null, payload)
      const filters = filtersByRoute.get(config.answers) ?? new Map<number, Filter>()
      const filter = filters.get(reply.statusCode) ?? shapes.ofAnswer(shape, `${String(method)} ${url} `)
      filtersByRoute.set(config.answers, filters.set(reply.statusCode, filter))
      done(null, filter(payload))
    })
  },
  step('answers', ['envelope']),
)

/** Compiled filters. Those of named schemas are shared. */
class ShapeFilters {
  readonly #options: FilterOptions
  readonly #named = new Map<string, Filter>()

  constructor(options: FilterOptions) {
    this.#options = options
  }

  /** The filter of a declared response. */
  ofAnswer(answer: Schema | Media | null, route: string): Filter {
    if (answer && !('media' in answer)) return this.compile(answer as Schema, route) ?? keepWhole
    // JSON media types such as application/manifest+json are described elsewhere.
    if (String(answer?.media).includes('json')) return keepWhole
    throw new Error(`${route}answers JSON where it declares none`)
  }

  /** Compiles the filter of a schema; undefined when every value passes unchanged. `path` is the position of its values. */
  compile(schema: Schema, path: string): Filter | undefined {
    const { $ref, anyOf, enum: values, const: constant, type } = schema
    if (typeof $ref === 'string') return this.#reference($ref.slice(PREFIX.length))
    if (Array.isArray(anyOf)) return this.#union(anyOf as Schema[], path)
    if (type === 'object') return this.#object(schema, path)
    if (type === 'array') return this.#array(schema.items as Schema | undefined, path)
    return type === undefined && values === undefined && constant === undefined ? undefined : this.#scalar(path)
  }

  #reference(name: string): Filter {
    const cached = this.#named.get(name)
    if (cached) return cached
    // Schemas may be recursive, so each is compiled on first use.
    let filter: Filter | undefined
    const lazy: Filter = (value) => {
      filter ??= this.compile(this.#schema(name), `${name} `) ?? keepWhole
      return filter(value)
    }
    this.#named.set(name, lazy)
    return lazy
  }

  #schema(name: string): Schema {
    const found = this.#options.named(name)
    if (!found) throw new Error(`no schema is named "${name}"`)
    return found
  }

  #scalar(path: string): Filter {
    return Object.assign(
      (value: unknown) => {
        if (!isObject(value) || !isObject(written(value))) return value
        this.#options.onUnnamed(path)
        return undefined
      },
      { scalar: true } as const,
    )
  }

  #array(items: Schema | undefined, path: string): Filter | undefined {
    const filter = items && this.compile(items, `${path}[]`)
    if (!filter) return undefined
    return (value) => {
      if (!Array.isArray(value)) return value
      let copy: unknown[] | undefined
      for (let i = 0; i < value.length; i++) {
        const item: unknown = value[i]
        const filtered = filter(item)
        if (filtered !== item) (copy ??= [...value])[i] = filtered
      }
      return copy ?? value
    }
  }

  #object({ properties = {}, patternProperties = {}, additionalProperties }: Schema, path: string): Filter | undefined {
    const members = new Map<string, Filter>()
    for (const [name, member] of Object.entries(properties as Record<string, Schema>))
      members.set(name, this.compile(member, `${path}.${name}`) ?? keepWhole)
    const patterns = Object.entries(patternProperties as Record<string, Schema>).map(
      ([pattern, member]) => [new RegExp(pattern), this.compile(member, `${path}.*`)] as const,
    )
    const isOpen = additionalProperties !== false
    const others = isObject(additionalProperties) ? this.compile(additionalProperties, `${path}.*`) : undefined
    if (
      isOpen &&
      !others &&
      ![...members.values(), ...patterns.map(([, filter]) => filter)].some((filter) => filter && filter !== keepWhole)
    )
      return undefined
    return (value) => {
      const all = isObject(value) ? written(value) : value
      if (!isObject(all) || Array.isArray(all)) return value
      let copy: Record<string, unknown> | undefined
      for (const name in all) {
        const member = all[name]
        let filter = members.get(name)
        if (filter === undefined) {
          const pattern = patterns.find(([names]) => names.test(name))
          if (!pattern && !isOpen) {
            if (member !== undefined) this.#options.onUnnamed(`${path}.${name}`)
            delete (copy ??= { ...all })[name]
            continue
          }
          filter = (pattern ? pattern[1] : others) ?? keepWhole
        }
        if (filter.scalar && (typeof member !== 'object' || member === null)) continue
        const filtered = filter(member)
        if (filtered !== member) (copy ??= { ...all })[name] = filtered
      }
      return copy ?? all
    }
  }

  /** The first branch whose type, required members and constants match is used. */
  #union(anyOf: readonly Schema[], path: string): Filter | undefined {
    const branches = anyOf.filter(({ type }) => type !== 'null').map((schema) => ({ schema, filter: this.compile(schema, path) }))
    const [only] = branches
    if (branches.length === 1) return only?.filter
    return (value) => {
      if (!isObject(value)) return value
      const fitting = branches.find(({ schema }) => this.#fits(schema, value))
      if (fitting) return fitting.filter ? fitting.filter(value) : value
      this.#options.onUnnamed(path)
      return undefined
    }
  }

  #fits(schema: Schema, value: Record<string, unknown>): boolean {
    const { $ref, anyOf, type, enum: values, const: constant } = schema
    if (typeof $ref === 'string') return this.#fits(this.#schema($ref.slice(PREFIX.length)), value)
    if (Array.isArray(anyOf)) return anyOf.some((branch) => this.#fits(branch as Schema, value))
    if (type === undefined) return values === undefined && constant === undefined
    if (type === 'array') return Array.isArray(value)
    if (type !== 'object' || Array.isArray(value)) return false
    const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, Schema> }
    const hasConstant = ([name, member]: [string, Schema]) =>
      value[name] === undefined ||
      ((member.const === undefined || member.const === value[name]) && (!Array.isArray(member.enum) || member.enum.includes(value[name])))
    return required.every((name) => value[name] !== undefined) && Object.entries(properties).every(hasConstant)
  }
}
