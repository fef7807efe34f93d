// tsyringe requires reflect-metadata to be imported first; every plugin imports this module.
import 'reflect-metadata'
import { instanceCachingFactory, type DependencyContainer, type InjectionToken } from 'tsyringe'

export type Token<T> = InjectionToken<T>

/** A typed injection token, `plugin/service`. The owner exports it with the interface from its `index.ts`. */
export const token = <T>(name: string): Token<T> => Symbol.for(name)

/** Registers a service under its token. It is created on first use (singleton). */
export function provide<T>(container: DependencyContainer, name: Token<T>, make: () => T): void {
  container.register(name, { useFactory: instanceCachingFactory(make) })
}
