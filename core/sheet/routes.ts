import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../context.ts'
import type { Resource } from '../resource/compile.ts'

/** Import and export of one resource. */
export function sheetRoutes(_app: FastifyInstance, _kernel: Kernel, _r: Resource): void {}
