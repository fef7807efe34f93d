import type { TSchema } from '@sinclair/typebox'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Kernel } from '../context.ts'
import type { AnswerOf, Fields } from '../fields/types.ts'
import type { ErrorKind } from './errors.ts'
import type { Media } from './shapes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call a route: staff by permission or merely signed in, or shoppers. One of them must be said. */
export type RouteAccess = Pick<FastifyContextConfig, 'needs' | 'open' | 'needsOf' | 'access' | 'fromAnywhere' | 'fresh'>

/** An `:id` of the path is the id of a row; other parts are fields. */
type ParamsOf<On extends string, P extends Fields> = AnswerOf<P> & (On extends `${string}/:id${string}` ? { id: number } : unknown)

/** What a handler gets: everything it was asked, checked and typed. */
export interface Call<On extends string = string, P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields> {
  kernel: Kernel
  ctx: Ctx
  params: ParamsOf<On, P>
  query: AnswerOf<Q>
  body: AnswerOf<B>
  /** The `Idempotency-Key`, for routes that are `keyed`. */
  idempotencyKey: string | undefined
  /** Values as they were sent, unchecked, for routes that say what they accept. */
  rawBody: Record<string, unknown>
  /** The address's query as it came, for routes that hand it on to a list. */
  rawQuery: Record<string, string | string[] | undefined>
  /** The body as it came, for routes that read `bytes`. */
  rawBytes: Buffer
  request: FastifyRequest
  reply: FastifyReply
}

/** A value as a handler gives it: whether its lists could be changed is nobody's concern. */
type DeepReadonly<R> = unknown extends R ? R : R extends object ? { readonly [K in keyof R]: DeepReadonly<R[K]> } : R

/** What a route may answer: JSON of a shape, other media, or nothing. */
export type RouteResponse<R = unknown> = (TSchema & { static: R }) | Media | null

export interface RouteDef<On extends string, P extends Fields, Q extends Fields, B extends Fields, R, T = R> extends RouteAccess {
  /** Method and path under `/api/admin` or `/api`: `POST /order/:id/comment`. */
  on: On
  /** Unique over all routes, `order.comment`; what stands before the dot groups them. */
  id: string
  /** What it does, in one line for people who write clients. */
  summary: string
  description?: string
  /** It stays for one release; the description says what to call instead. */
  deprecated?: boolean
  /** Parts of the path beside `:id`. */
  params?: P
  query?: Q
  body?: B
  /** Fields an address may hold, for handlers that hand it on (`asked`) to a list, which checks it. */
  queryFields?: Fields
  /** Fields a body may hold, for handlers that hand what was sent (`given`) to the engine, which checks it. */
  accepts?: Fields
  /** Those of `accepts` that must be there. */
  requires?: readonly string[]
  /** Values may stand in the address too; those of the body win. For calls of the store (specification C §7). */
  eitherPlace?: boolean
  /** The call may carry an `Idempotency-Key`. */
  idempotent?: boolean
  /** What it answers; null when it answers nothing. */
  response: RouteResponse<R>
  /** 200 when absent. */
  status?: 200 | 201 | 202 | 204 | 303 | 308
  /** Answers of other statuses that are no failures. */
  otherResponses?: Record<number, RouteResponse>
  /** Failures beside those every route may answer. */
  errors?: readonly ErrorKind[]
  /** Names of files a form brings with it. */
  fileFields?: readonly string[]
  /** How many files a form may bring. */
  maxFiles?: number
  /** The answer is sent piece by piece as it is made: it is not pressed together, which would wait for more. */
  streams?: boolean
  /** The body as it came, at most this many bytes, as `raw`. For calls whose bytes are signed. */
  maxRawBytes?: number
  /** Programs that read mail post a plain form: those are read as well. */
  plainForm?: boolean
  /** What may keep a caller out before anything they sent is looked at: rules of the shop, limits. @throws Failed */
  admit?(call: Pick<Call<On, P, Q, B>, 'kernel' | 'ctx' | 'request'>): Promise<void> | void
  run(call: Call<On, P, Q, B>): Promise<T | FastifyReply> | T | FastifyReply
}

/** A route whose types were checked where it was declared. */
export type Route = RouteDef<string, Fields, Fields, Fields, unknown>

/**
 * Declares a route: who may call it, what it takes and answers, and what it does. The handler sees checked values only;
 * what is wrong is told by field before it runs.
 */
export function route<
  const On extends `${Method} /${string}`,
  R,
  const T extends DeepReadonly<R>,
  P extends Fields = Record<never, never>,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
>(def: RouteDef<On, P, Q, B, R, T>): Route {
  return def as unknown as Route
}

/** Routes of a plugin: a list, or one made of what the running product knows, for routes each resource has. */
export type Routes = readonly Route[] | ((kernel: Kernel) => readonly Route[])
