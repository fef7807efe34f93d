import { health } from './health.ts'
import { metrics } from './metrics.ts'
import { noteProxies } from './unnamed-proxy.ts'

/** What looks on for operators while requests are answered, and tells them how it goes. */
export const watchers = [noteProxies, metrics, health]
