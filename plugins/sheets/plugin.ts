import { COMMANDS, definePlugin, offer, offerAll } from '#core'
import { KEEPERS } from '../people/index.ts'
import { RUN_KINDS } from '../runs/index.ts'
import { commands } from './cli/index.ts'
import { exportRoute } from './routes/export.ts'
import { importRoutes } from './routes/import.ts'
import { exportTransfers, importTransfers, latestRoute } from './routes/transfer.ts'
import { sheetKeeper } from './transfer/keeper.ts'
import { EXPORT, IMPORT } from './transfer/kinds.ts'

/** Gives every resource its import and export. */
export default definePlugin({
  id: 'sheets',
  requires: ['runs'],
  after: ['people'],
  offers: [
    ...offerAll(COMMANDS, commands),
    ...offerAll(RUN_KINDS, { [IMPORT.name]: IMPORT, [EXPORT.name]: EXPORT }),
    offer(KEEPERS, 'sheets', sheetKeeper),
  ],
  adminRoutes: ({ registry }) => [
    latestRoute,
    ...[...registry.resources.values()].flatMap((r) => [
      ...(r.verbs.includes('import') ? [...importRoutes(r), ...importTransfers(r)] : []),
      ...(r.verbs.includes('export') ? [exportRoute(r), ...exportTransfers(r)] : []),
    ]),
  ],
  admin: {
    slots: [{ at: 'list.actions', screen: 'sheets/list-actions' }],
    screens: [
      { path: 'transfer', screen: 'sheets/transfers', open: true },
      { path: 'transfer/$resource/import', screen: 'sheets/import', open: true },
      { path: 'transfer/$resource/import/$id', screen: 'sheets/import', open: true },
    ],
  },
})
