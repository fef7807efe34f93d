import fp from 'fastify-plugin'
import type { Kernel } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The product this server answers for. */
    kernel: Kernel
    /** Within the routes of a plugin: its id. */
    owner?: string
  }
}

/** What the steps of the server are called, so that each can name those it builds on. */
export const step = (name: string, dependencies: readonly string[] = []) => ({
  name: `stoa-${name}`,
  dependencies: dependencies.map((other) => `stoa-${other}`),
  fastify: '5.x',
})

/** Gives every route and hook the kernel. */
export const getKernel = fp<{ kernel: Kernel }>(async (app, { kernel }) => void app.decorate('kernel', kernel), step('kernel'))
