import type { TSchema } from '@sinclair/typebox'
import type { Kernel } from '../context.ts'
import { createProblemFinder } from '../fields/rules.ts'

declare module '../context.ts' {
  interface Kernel {
    /** What plugins offer at a point, by name and in order; none when the plugin that opens it is not installed. */
    contributions<T>(point: ExtensionPoint<T>): ReadonlyMap<string, T>
  }
}

/** A place of one plugin where others put things by name, as the registry sees it. */
export interface AnyExtensionPoint {
  /** `<plugin>/<what>`, in lower case. */
  readonly name: string
  /** What is put there, in a few English words for lists and the reference. */
  readonly description: string
  /** Why a value does not fit; undefined when it does. Absent when types alone decide. */
  findProblem?(value: unknown): string | undefined
}

/** A point whose offers are of type `T`. */
export interface ExtensionPoint<T> extends AnyExtensionPoint {
  /** Never there. It makes points of different types differ for the compiler. */
  readonly type?: (value: T) => T
}

/** What a point asks of offers beyond their type. */
export interface ExtensionPointOptions<T> {
  description: string
  /** Shape of plain data. */
  schema?: TSchema
  /** Answers why a value does not fit. */
  check?(value: T): string | undefined
}

/** Opens a point. Its plugin exports it from `index.ts` and lists it under `points`. */
export function extensionPoint<T>(
  name: `${string}/${string}`,
  { description, schema, check }: ExtensionPointOptions<T>,
): ExtensionPoint<T> {
  if (!schema && !check) return { name, description: description }
  const misfit = schema && createProblemFinder(schema)
  return {
    name,
    description: description,
    findProblem: (value) => misfit?.(value) ?? check?.(value as T),
  }
}

/** Makes what is offered, once, when the point is first read; with a check, at the start, before settings are read. */
export type ContributionFactory<T> = (from: { kernel: Kernel }) => T

/** What can be offered: the value itself, or a function that makes it. Functions are always made. */
export type ContributionValue<T> = ContributionFactory<T> | (T extends (...args: never[]) => unknown ? never : T)

/** Something a plugin puts at a point. */
export interface Contribution {
  readonly point: string
  readonly name: string
  /** Place among the point's offers, 100 when it does not matter; then boot order counts. */
  readonly order: number
  readonly value: unknown
}

/** Offers a value to a point, by name; listed in a plugin's `offers`. */
export function contribute<T>(
  to: ExtensionPoint<T>,
  name: string,
  given: ContributionValue<NoInfer<T>>,
  { order = 100 }: { order?: number } = {},
): Contribution {
  return { point: to.name, name, order, value: given }
}

/** Offers several values to a point, by their names. */
export const contributeAll = <T>(to: ExtensionPoint<T>, all: Readonly<Record<string, ContributionValue<NoInfer<T>>>>): Contribution[] =>
  Object.entries(all).map(([name, given]) => contribute<T>(to, name, given))
