import { health } from './health.ts'
import { metrics } from './metrics.ts'
import { noteProxies } from './unnamed-proxy.ts'

/** Monitoring hooks on requests. */
export const watchers = [noteProxies, metrics, health]
