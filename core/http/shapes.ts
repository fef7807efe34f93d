import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { ShownValues } from './api-types.ts'
import type { Page, Row } from '../resource/api-types.ts'

/** A JSON schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = Record<string, unknown>

/** A schema kept once for all routes that speak of it, by name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** What is answered as bytes of this type, or as a text, instead of as JSON. */
export interface Media {
  media: string
}

/** The type of a shape: `type View = Shape<typeof View>`. */
export type Shape<S extends TSchema> = Static<S>

/** An answer that is no JSON: `media('application/pdf')`. */
export const media = (type: string): Media => ({ media: type })

const describe = (docs?: string) => (docs ? { description: docs } : {})

/** Shapes of views by the names of their schemas, for descriptions of a shop in which the plugin of the resource is off. */
export const declaredViews = new Map<string, TSchema>()

/**
 * Shapes of what routes answer, as TypeBox has them: one object that is the type of the handler, the description for
 * clients, and what answers are held to in tests. An object has what is named and nothing else. The text a shape may be
 * given says what the value means, where its name does not.
 */
export const t = {
  object: <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false }),
  /** All of several objects in one. */
  both: <P extends TProperties, Q extends TProperties>(one: { properties: P }, other: { properties: Q }) =>
    Type.Object({ ...one.properties, ...other.properties } as P & Q, { additionalProperties: false }),
  list: <S extends TSchema>(of: S) => Type.Array(of),
  /** Values by names nobody knows beforehand. */
  record: <S extends TSchema>(of: S) => Type.Record(Type.String(), of),
  text: (docs?: string) => Type.String(describe(docs)),
  int: (docs?: string) => Type.Integer(describe(docs)),
  number: (docs?: string) => Type.Number(describe(docs)),
  flag: (docs?: string) => Type.Boolean(describe(docs)),
  /** Id of a row. */
  id: (docs?: string) => Type.Integer({ minimum: 1, ...describe(docs) }),
  /** An instant, ISO 8601 in UTC. */
  when: (docs?: string) => Type.String({ format: 'date-time', ...describe(docs) }),
  /** A calendar day, `2026-03-01`. */
  day: (docs?: string) => Type.String({ format: 'date', ...describe(docs) }),
  /** An amount as decimal text, `128.00`; the currency stands beside it. */
  money: (docs?: string) => Type.String({ pattern: String.raw`^-?\d+(\.\d+)?$`, ...describe(docs) }),
  /** One of these words. */
  pick: <const V extends readonly (string | number)[]>(values: V) => Type.Unsafe<V[number]>({ enum: [...values] }),
  /** A shape whose type is narrower than what can be said of it. */
  open: <T>(of: TSchema) => Type.Unsafe<T>(of),
  /** This value alone. */
  is: <const V extends string | number | boolean>(value: V) => Type.Literal(value),
  either: <S extends TSchema[]>(...shapes: [...S]) => Type.Union(shapes),
  maybe: <S extends TSchema>(of: S) => Type.Union([of, Type.Null()]),
  /** A member that may be absent. */
  optional: <S extends TSchema>(of: S) => Type.Optional(of),
  /** Anything at all, for what others made: keep it rare. */
  any: () => Type.Unknown(),
  /** A row of a resource as its own reads answer it. */
  row: <R = Row>(resource: string) => Type.Unsafe<R>(ref(`${resource}_row`)),
  /** What the plugin of a resource answers the public about it (`publicView`), with the fields that extensions show there. */
  view: <S extends TSchema>(of: S, resource: string, place: 'page' | 'card') => {
    declaredViews.set(`${resource}_${place}`, of)
    return Type.Unsafe<Static<S> & ShownValues>(ref(`${resource}_${place}`))
  },
  /** A page of a list. */
  page: <S extends TSchema>(of: S) =>
    Type.Unsafe<Page<Static<S>>>(
      Type.Object(
        {
          data: Type.Array(of),
          total: Type.Integer(),
          page: Type.Integer(),
          limit: Type.Integer(),
          next: Type.Optional(Type.String()),
          more: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
}
