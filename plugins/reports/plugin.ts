import { COMMANDS, contribute, contributeAll, definePlugin, handleJob, provide, scheduleJob } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { commands } from './cli/index.ts'
import { scheduleReports, shareReports } from './permissions.ts'
import { savedReport } from './resources/saved-report.ts'
import { reportRoutes, seeReports } from './routes/report.ts'
import { savedRoutes } from './routes/saved.ts'
import { checkReportFiles } from './services/files/check-facts.ts'
import { loadReportFiles, REPORT_FILES } from './services/files/load-report-files.ts'
import { REPORT_DIMENSIONS, REPORTS } from './services/report.ts'
import { queueDueReports, REPORT_EMAIL, sendReport } from './services/send-scheduled.ts'

/** Reports of all plugins: groups, comparison, charts, the rows behind each number, files, emails. */
export default definePlugin({
  id: 'reports',
  requires: ['sheets'],
  after: ['people', 'desk'],
  extensionPoints: [REPORTS, REPORT_DIMENSIONS],
  services: (container, kernel) => provide(container, REPORT_FILES, () => loadReportFiles(kernel)),
  contributions: [
    ...contributeAll(COMMANDS, commands),
    contribute(PERSONAL_DATA, 'reports', {
      tables: {
        saved_report: 'saved reports of staff',
        saved_report_recipient: 'accounts that get a report by email',
        report_email: 'reports that were sent to staff',
      },
    }),
  ],
  resources: [savedReport],
  permissions: [seeReports, shareReports, scheduleReports],
  presets: { 'reports.manager': [seeReports, shareReports, scheduleReports] },
  adminRoutes: [...reportRoutes, ...savedRoutes],
  checks: { 'report files are valid': checkReportFiles },
  startChecks: ['report files are valid'],
  jobs: [scheduleJob('reports/send', '*/10 * * * *', queueDueReports), handleJob(REPORT_EMAIL, sendReport)],
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [{ section: 'today', to: 'report', label: 'reports:menu.reports', needs: seeReports, icon: 'chart', order: 40 }],
    screens: [
      { path: 'report', screen: 'reports/reports', open: true },
      { path: 'report/{report}', screen: 'reports/report', open: true },
    ],
  },
})
