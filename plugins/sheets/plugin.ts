import { COMMANDS, definePlugin, contribute, contributeAll } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { RUN_KINDS } from 'stoa/plugins/runs'
import { commands } from './cli/index.ts'
import { exportRoute } from './routes/export.ts'
import { formerExportPath, formerPaths } from './routes/former-paths.ts'
import { importRoute } from './routes/import.ts'
import { sheetRoutes } from './routes/sheet.ts'
import { transferRoutes } from './routes/transfer.ts'
import { sheetPersonalData } from './transfer/personal-data.ts'
import { EXPORT, IMPORT } from './transfer/kinds.ts'

/** Import and export of every resource. */
export default definePlugin({
  id: 'sheets',
  requires: ['runs'],
  after: ['people'],
  contributions: [
    ...contributeAll(COMMANDS, commands),
    ...contributeAll(RUN_KINDS, { [IMPORT.name]: IMPORT, [EXPORT.name]: EXPORT }),
    contribute(PERSONAL_DATA, 'sheets', sheetPersonalData),
  ],
  adminRoutes: ({ registry }) => [
    ...sheetRoutes,
    ...transferRoutes,
    ...formerPaths,
    ...[...registry.resources.values()].flatMap((r) => [
      ...(r.verbs.includes('import') ? [importRoute(r)] : []),
      ...(r.verbs.includes('export') ? [exportRoute(r), formerExportPath(r)] : []),
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
