import type { TSchema } from '@sinclair/typebox'
import type { Kernel } from '../context.ts'
import { createProblemFinder } from '../fields/rules.ts'

declare module '../context.ts' {
  interface Kernel {
    /**
     * Contributions of plugins to an extension point, by name and in order; empty when the plugin that declares the point is not
     * installed.
     */
    contributions<T>(point: ExtensionPoint<T>): ReadonlyMap<string, T>
  }
}

/** An extension point with its type erased, as the registry stores it. */
export interface AnyExtensionPoint {
  /** `<plugin>/<what>`, in lower case. */
  readonly name: string
  /** A short English description of the contributions, for lists and the reference. */
  readonly description: string
  /** Why a contribution is invalid; undefined when it is valid. Absent when its type is enough. */
  findProblem?(value: unknown): string | undefined
}

/** An extension point for contributions of type `T`. */
export interface ExtensionPoint<T> extends AnyExtensionPoint {
  /** Never set. It makes extension points of different types incompatible for the compiler. */
  readonly type?: (value: T) => T
}

/** Requirements on contributions beyond their type. */
export interface ExtensionPointOptions<T> {
  description: string
  /** JSON schema of plain data. */
  schema?: TSchema
  /** Says why a value is invalid. */
  check?(value: T): string | undefined
}

/** Declares an extension point. Its plugin exports it from `index.ts` and lists it under `extensionPoints`. */
export function extensionPoint<T>(
  name: `${string}/${string}`,
  { description, schema, check }: ExtensionPointOptions<T>,
): ExtensionPoint<T> {
  if (!schema && !check) return { name, description: description }
  const findProblem = schema && createProblemFinder(schema)
  return {
    name,
    description: description,
    findProblem: (value) => findProblem?.(value) ?? check?.(value as T),
  }
}

/**
 * Creates a contribution once, when the extension point is first read. If the point has a check, it is created at start, before
 * settings are read.
 */
export type ContributionFactory<T> = (from: { kernel: Kernel }) => T

/** A contributed value, or a factory for it. Functions are always treated as factories. */
export type ContributionValue<T> = ContributionFactory<T> | (T extends (...args: never[]) => unknown ? never : T)

/** A contribution of a plugin to an extension point. */
export interface Contribution {
  readonly point: string
  readonly name: string
  /** Order among the contributions, 100 by default; then boot order. */
  readonly order: number
  readonly value: unknown
}

/** Contributes a value to an extension point by name; listed in a plugin's `contributions`. */
export function contribute<T>(
  to: ExtensionPoint<T>,
  name: string,
  value: ContributionValue<NoInfer<T>>,
  { order = 100 }: { order?: number } = {},
): Contribution {
  return { point: to.name, name, order, value: value }
}

/** Contributes several values to an extension point by their names. */
export const contributeAll = <T>(to: ExtensionPoint<T>, all: Readonly<Record<string, ContributionValue<NoInfer<T>>>>): Contribution[] =>
  Object.entries(all).map(([name, value]) => contribute<T>(to, name, value))
