import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { ShownValues } from './api-types.ts'
import type { Page, Row } from '../resource/api-types.ts'

/** A JSON schema (draft 2020-12), as used by OpenAPI 3.1. */
export type Schema = Record<string, unknown>

/** Reference to a schema that is shared by name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** A response of bytes or text of this media type instead of JSON. */
export interface Media {
  media: string
}

/** The TypeScript type of a shape: `type View = Shape<typeof View>`. */
export type Shape<S extends TSchema> = Static<S>

/** A response that is not JSON: `media('application/pdf')`. */
export const media = (type: string): Media => ({ media: type })

const describe = (docs?: string) => (docs ? { description: docs } : {})

/** Shapes of public views by schema name, for the API description when the resource's plugin is switched off. */
export const declaredViews = new Map<string, TSchema>()

/**
 * Shapes of responses as TypeBox schemas. One object is the handler's type, the documentation for clients, and the schema that
 * tests validate responses with. Objects allow no undeclared members. The optional text documents the value.
 */
export const t = {
  object: <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false }),
  /** Merges several objects into one. */
  both: <P extends TProperties, Q extends TProperties>(base: { properties: P }, other: { properties: Q }) =>
    Type.Object({ ...base.properties, ...other.properties } as P & Q, { additionalProperties: false }),
  list: <S extends TSchema>(item: S) => Type.Array(item),
  /** A map with arbitrary keys. */
  record: <S extends TSchema>(value: S) => Type.Record(Type.String(), value),
  text: (docs?: string) => Type.String(describe(docs)),
  int: (docs?: string) => Type.Integer(describe(docs)),
  number: (docs?: string) => Type.Number(describe(docs)),
  flag: (docs?: string) => Type.Boolean(describe(docs)),
  /** Id of a row. */
  id: (docs?: string) => Type.Integer({ minimum: 1, ...describe(docs) }),
  /** An instant, ISO 8601 in UTC. */
  dateTime: (docs?: string) => Type.String({ format: 'date-time', ...describe(docs) }),
  /** A calendar day, `2026-03-01`. */
  day: (docs?: string) => Type.String({ format: 'date', ...describe(docs) }),
  /** An amount as decimal text, `128.00`; the currency stands beside it. */
  money: (docs?: string) => Type.String({ pattern: String.raw`^-?\d+(\.\d+)?$`, ...describe(docs) }),
  /** One of these values. */
  pick: <const V extends readonly (string | number)[]>(values: V) => Type.Unsafe<V[number]>({ enum: [...values] }),
  /** A shape with a narrower TypeScript type than the schema can express. */
  open: <T>(schema: TSchema) => Type.Unsafe<T>(schema),
  /** A constant. */
  is: <const V extends string | number | boolean>(value: V) => Type.Literal(value),
  either: <S extends TSchema[]>(...shapes: [...S]) => Type.Union(shapes),
  maybe: <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]),
  /** An optional member. */
  optional: <S extends TSchema>(schema: S) => Type.Optional(schema),
  /** Any value; use it rarely. */
  any: () => Type.Unknown(),
  /** A row of a resource as its reads return it. */
  row: <R = Row>(resource: string) => Type.Unsafe<R>(ref(`${resource}_row`)),
  /** The public view of a resource (`publicView`), with the contributed fields shown there. */
  view: <S extends TSchema>(schema: S, resource: string, place: 'page' | 'card') => {
    declaredViews.set(`${resource}_${place}`, schema)
    return Type.Unsafe<Static<S> & ShownValues>(ref(`${resource}_${place}`))
  },
  /** A page of a list. */
  page: <S extends TSchema>(item: S) =>
    Type.Unsafe<Page<Static<S>>>(
      Type.Object(
        {
          data: Type.Array(item),
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
