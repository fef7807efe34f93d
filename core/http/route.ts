import type { TSchema } from '@sinclair/typebox'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Kernel } from '../context.ts'
import type { ParsedFields, Fields } from '../fields/types.ts'
import type { ErrorKind } from './errors.ts'
import type { Media } from './shapes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call a route: staff with a permission, signed-in staff, customers or the public. One is required. */
export type RouteAccess = Pick<FastifyContextConfig, 'needs' | 'open' | 'getNeeds' | 'access' | 'allowCrossOrigin' | 'fresh'>

/** `:id` in the path is a row id; other parameters are declared as fields. */
type RouteParams<On extends string, P extends Fields> = ParsedFields<P> & (On extends `${string}/:id${string}` ? { id: number } : unknown)

/** Arguments of a handler: the request, validated and typed. */
export interface Call<On extends string = string, P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields> {
  kernel: Kernel
  ctx: Ctx
  params: RouteParams<On, P>
  query: ParsedFields<Q>
  body: ParsedFields<B>
  /** The `Idempotency-Key` header, for routes with `idempotent`. */
  idempotencyKey: string | undefined
  /** The body before validation, for routes that declare `accepts`. */
  rawBody: Record<string, unknown>
  /** The query string before validation, for routes that pass it to a list. */
  rawQuery: Record<string, string | string[] | undefined>
  /** The raw body, for routes with `maxRawBytes`. */
  rawBytes: Buffer
  request: FastifyRequest
  reply: FastifyReply
}

/** Handlers may return readonly values. */
type DeepReadonly<R> = unknown extends R ? R : R extends object ? { readonly [K in keyof R]: DeepReadonly<R[K]> } : R

/** A declared response: JSON of a shape, another media type, or none. */
export type RouteResponse<R = unknown> = (TSchema & { static: R }) | Media | null

export interface RouteDef<On extends string, P extends Fields, Q extends Fields, B extends Fields, R, T = R> extends RouteAccess {
  /** Method and path under `/api/admin` or `/api`: `POST /order/:id/comment`. */
  on: On
  /** Unique over all routes, `order.comment`; the part before the dot groups them. */
  id: string
  /** What it does, in one line for authors of clients. */
  summary: string
  description?: string
  /** It stays for one release; the description names its replacement. */
  deprecated?: boolean
  /** Path parameters beside `:id`. */
  params?: P
  query?: Q
  body?: B
  /** Fields allowed in the query string, for handlers that pass `rawQuery` to a list, which validates it. */
  queryFields?: Fields
  /** Fields allowed in the body, for handlers that pass `rawBody` to the resource engine, which validates it. */
  accepts?: Fields
  /** The required ones of `accepts`. */
  requires?: readonly string[]
  /** Values may also be in the query string; those of the body take precedence. For calls of the store (specification C §7). */
  eitherPlace?: boolean
  /** Accepts an `Idempotency-Key` header. */
  idempotent?: boolean
  /** The shape of the response; null without a body. */
  response: RouteResponse<R>
  /** 200 when absent. */
  status?: 200 | 201 | 202 | 204 | 303 | 308
  /** Successful responses with other statuses. */
  otherResponses?: Record<number, RouteResponse>
  /** Errors beside those every route may return. */
  errors?: readonly ErrorKind[]
  /** Names of the files in the form. */
  fileFields?: readonly string[]
  /** Maximum number of files in the form. */
  maxFiles?: number
  /** The response is streamed. It is not compressed, because compression would buffer it. */
  streams?: boolean
  /** Reads the raw body, at most this many bytes, as `rawBytes`. For requests whose bytes are signed. */
  maxRawBytes?: number
  /** Also accepts application/x-www-form-urlencoded: mail clients post it. */
  plainForm?: boolean
  /** Runs before the request is validated and may refuse it: shop rules, rate limits. @throws AppError */
  admit?(call: Pick<Call<On, P, Q, B>, 'kernel' | 'ctx' | 'request'>): Promise<void> | void
  run(call: Call<On, P, Q, B>): Promise<T | FastifyReply> | T | FastifyReply
}

/** A route with erased types; they were checked at its declaration. */
export type Route = RouteDef<string, Fields, Fields, Fields, unknown>

/**
 * Declares a route: its access, input, response and handler. The handler gets validated values; validation errors are sent by field
 * before it runs.
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

/** Routes of a plugin: a list, or a function of the kernel, for routes of every resource. */
export type Routes = readonly Route[] | ((kernel: Kernel) => readonly Route[])
