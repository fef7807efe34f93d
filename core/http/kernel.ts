import fp from 'fastify-plugin'
import type { Kernel } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The kernel of this server. */
    kernel: Kernel
    /** In the routes of a plugin: the plugin's id. */
    owner?: string
  }
}

/** Fastify name and dependencies of a server step, so that each names the steps it builds on. */
export const step = (name: string, dependencies: readonly string[] = []) => ({
  name: `stoa-${name}`,
  dependencies: dependencies.map((other) => `stoa-${other}`),
  fastify: '5.x',
})

/** Makes the kernel available to every route and hook. */
export const getKernel = fp<{ kernel: Kernel }>(async (app, { kernel }) => void app.decorate('kernel', kernel), step('kernel'))
