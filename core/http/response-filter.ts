import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { step } from './kernel.ts'
import type { Media, Schema } from './shapes.ts'

/** Returns a value without the members its shape does not name. A value that has none is returned itself; none is changed. */
type Filter = ((value: unknown) => unknown) & { scalar?: true }

const keepWhole: Filter = (value) => value

/** Is called with the path of a member that was left out, such as `GET /api/order data[].secret`. */
export type UnnamedListener = (path: string) => void

interface FilterOptions {
  /** A schema that others refer to by its name. */
  named(name: string): Schema | undefined
  onUnnamed: UnnamedListener
}

/** Warns of each path once, so that one hot route does not fill the log. */
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
/** What JSON writes of a value: dates and models say it themselves. */
const written = (value: object): unknown => (typeof (value as Date).toJSON === 'function' ? (value as Date).toJSON() : value)

/** What a route answers by its status: the shape of its JSON, other media, or null for an answer without a body. */
export type RouteAnswers = Readonly<Record<number, Schema | Media | null>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What answers of the route are held to. */
    answers?: RouteAnswers
  }
}

/**
 * Holds answers to the shapes their routes declare: what a shape does not name is left out. A shape is compiled when its first answer is
 * sent. JSON.stringify stays the writer: serializers made from shapes write their order, and take tens of milliseconds to be made.
 */
export const answerFilter = fp<FilterOptions>(
  async (app, options) => {
    const shapes = new ShapeFilters(options)
    const known = new WeakMap<RouteAnswers, Map<number, Filter>>()
    app.addHook('preSerialization', (request, reply, payload, done) => {
      const { config, method, url } = request.routeOptions
      const shape = config.answers?.[reply.statusCode]
      if (!config.answers || shape === undefined) return done(null, payload)
      const filters = known.get(config.answers) ?? new Map<number, Filter>()
      const filter = filters.get(reply.statusCode) ?? shapes.ofAnswer(shape, `${String(method)} ${url} `)
      known.set(config.answers, filters.set(reply.statusCode, filter))
      done(null, filter(payload))
    })
  },
  step('answers', ['envelope']),
)

/** Filters by shapes. Those of named schemas are shared. */
class ShapeFilters {
  readonly #options: FilterOptions
  readonly #named = new Map<string, Filter>()

  constructor(options: FilterOptions) {
    this.#options = options
  }

  /** The filter of what a route declares. */
  ofAnswer(answer: Schema | Media | null, route: string): Filter {
    if (answer && !('media' in answer)) return this.compile(answer as Schema, route) ?? keepWhole
    // Media such as application/manifest+json are described elsewhere.
    if (String(answer?.media).includes('json')) return keepWhole
    throw new Error(`${route}answers JSON where it declares none`)
  }

  /** The filter of a schema; undefined when every value passes it whole. `path` is where its values stand. */
  compile(schema: Schema, path: string): Filter | undefined {
    const { $ref, anyOf, enum: values, const: constant, type } = schema
    if (typeof $ref === 'string') return this.#reference($ref.slice(PREFIX.length))
    if (Array.isArray(anyOf)) return this.#union(anyOf as Schema[], path)
    if (type === 'object') return this.#object(schema, path)
    if (type === 'array') return this.#array(schema.items as Schema | undefined, path)
    return type === undefined && values === undefined && constant === undefined ? undefined : this.#scalar(path)
  }

  #reference(name: string): Filter {
    const known = this.#named.get(name)
    if (known) return known
    // Schemas may refer to themselves, so each is compiled when its first value comes.
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
        const kept = filter(item)
        if (kept !== item) (copy ??= [...value])[i] = kept
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
        const kept = filter(member)
        if (kept !== member) (copy ??= { ...all })[name] = kept
      }
      return copy ?? all
    }
  }

  /** A value passes the first branch it fits by its type, its required members and its constants. */
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
