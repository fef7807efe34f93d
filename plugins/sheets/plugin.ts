import { COMMANDS, definePlugin, offerAll } from '#core'
import { commands } from './cli/index.ts'
import { exportRoute } from './routes/export.ts'
import { importRoutes } from './routes/import.ts'
import { latestRoute, transferRoutes } from './routes/transfer.ts'
import { jobs } from './transfer/jobs.ts'

/** Gives every resource its import and export. */
export default definePlugin({
  id: 'sheets',
  offers: offerAll(COMMANDS, commands),
  adminApi: (app, kernel) => {
    latestRoute(app, kernel)
    for (const r of kernel.registry.resources.values()) {
      if (r.verbs.includes('import')) importRoutes(app, kernel, r)
      if (r.verbs.includes('export')) exportRoute(app, kernel, r)
      transferRoutes(app, kernel, r)
    }
  },
  jobs,
  admin: {
    slots: [{ at: 'list.actions', screen: 'sheets/list-actions' }],
    screens: [
      { path: 'transfer', screen: 'sheets/transfers', open: true },
      { path: 'transfer/$resource/import', screen: 'sheets/import', open: true },
      { path: 'transfer/$resource/import/$id', screen: 'sheets/import', open: true },
    ],
  },
})
