import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, provide } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { NOTICE_KINDS } from 'stoa/plugins/notes'
import { commands } from './cli/index.ts'
import { listAll, run } from './resources/run.ts'
import { runRoutes } from './routes/runs.ts'
import { ENDED } from './services/end.ts'
import { RUN_KINDS } from './services/kinds.ts'
import { RUNS, runs } from './services/runs.ts'
import { deleteOldRuns } from './services/delete-old-runs.ts'
import { RUN_STEP, runStep } from './services/run-step.ts'

/** Background jobs of all plugins: progress, cancellation, and resumption after a crash. */
export default definePlugin({
  id: 'runs',
  after: ['notes', 'people'],
  resources: [run],
  permissions: [listAll],
  presets: { 'runs.watcher': [listAll] },
  extensionPoints: [RUN_KINDS],
  contributions: [
    ...contributeAll(COMMANDS, commands),
    contribute(NOTICE_KINDS, ENDED, { text: 'runs:notice.ended' }),
    contribute(PERSONAL_DATA, 'runs', {
      tables: { run: 'background jobs of staff, deleted after 30 days', run_part: 'files of such jobs, deleted after 30 days' },
    }),
  ],
  services: (container) => provide(container, RUNS, () => runs),
  adminRoutes: runRoutes,
  jobs: [handleJob(RUN_STEP, runStep), scheduleJob('runs/tidy', '*/10 * * * *', ({ kernel }) => deleteOldRuns(kernel))],
  admin: {
    menu: [{ section: 'settings', to: 'run', label: 'runs:menu.runs', needs: listAll, icon: 'history', order: 60, area: 'system' }],
    screens: [{ path: 'run', screen: 'runs/runs', open: true }],
  },
})
