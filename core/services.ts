// Read before anything else of it: whoever loads a plugin comes through here.
import 'reflect-metadata'
import { instanceCachingFactory, type DependencyContainer, type InjectionToken } from 'tsyringe'

export type Token<T> = InjectionToken<T>

/** A typed name for a service, `plugin/service`. The owner exports it with the interface from its `index.ts`. */
export const token = <T>(name: string): Token<T> => Symbol.for(name)

/** Registers a service under its token; it is made on first use and kept. */
export function provide<T>(container: DependencyContainer, name: Token<T>, make: () => T): void {
  container.register(name, { useFactory: instanceCachingFactory(make) })
}
