import type { TSchema } from '@sinclair/typebox'
import type { Kernel } from '../context.ts'
import { problemOf } from '../fields/rules.ts'

declare module '../context.ts' {
  interface Kernel {
    /** What plugins offer at a point, by name and in order; none when the plugin that opens it is not installed. */
    offers<T>(point: Point<T>): ReadonlyMap<string, T>
  }
}

/** A place of one plugin where others put things by name, as the registry sees it. */
export interface AnyPoint {
  /** `<plugin>/<what>`, in lower case. */
  readonly name: string
  /** What is put there, in a few English words for lists and the reference. */
  readonly about: string
  /** Why a value does not fit; undefined when it does. Absent when types alone decide. */
  problem?(value: unknown): string | undefined
}

/** A point whose offers are of type `T`. */
export interface Point<T> extends AnyPoint {
  /** Never there. It makes points of different types differ for the compiler. */
  readonly holds?: (value: T) => T
}

/** What a point asks of offers beyond their type. */
export interface PointRules<T> {
  about: string
  /** Shape of plain data. */
  schema?: TSchema
  /** Answers why a value does not fit. */
  check?(value: T): string | undefined
}

/** Opens a point. Its plugin exports it from `index.ts` and lists it under `points`. */
export function point<T>(name: `${string}/${string}`, { about, schema, check }: PointRules<T>): Point<T> {
  if (!schema && !check) return { name, about }
  const misfit = schema && problemOf(schema)
  return {
    name,
    about,
    problem: (value) => misfit?.(value) ?? check?.(value as T),
  }
}

/** Makes what is offered, once, when the point is first read; with a check, at the start, before settings are read. */
export type Make<T> = (from: { kernel: Kernel }) => T

/** What can be offered: the value itself, or a function that makes it. Functions are always made. */
export type Given<T> = Make<T> | (T extends (...args: never[]) => unknown ? never : T)

/** Something a plugin puts at a point. */
export interface Offer {
  readonly point: string
  readonly name: string
  /** Place among the point's offers, 100 when it does not matter; then boot order counts. */
  readonly order: number
  readonly given: unknown
}

/** Offers a value to a point, by name; listed in a plugin's `offers`. */
export function offer<T>(to: Point<T>, name: string, given: Given<NoInfer<T>>, { order = 100 }: { order?: number } = {}): Offer {
  return { point: to.name, name, order, given }
}

/** Offers several values to a point, by their names. */
export const offerAll = <T>(to: Point<T>, all: Readonly<Record<string, Given<NoInfer<T>>>>): Offer[] =>
  Object.entries(all).map(([name, given]) => offer<T>(to, name, given))
