import { metrics } from './metrics.ts'
import { noteProxies } from './unnamed-proxy.ts'

/** What looks on for operators while requests are answered. */
export const watchers = [noteProxies, metrics]
