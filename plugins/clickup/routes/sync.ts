import { NOT_FOUND, route, t } from 'stoa'
import { SyncReport } from '../api-types.ts'
import { readSyncReport, retryTask } from '../services/sync/sync-report.ts'
import { runSync } from '../services/sync/run-sync.ts'
import { acceptWebhook } from '../services/sync/webhooks.ts'

/** The log of the synchronization of tasks. */
export const syncRoutes = [
  route({
    on: 'GET /clickup/sync',
    id: 'clickup.sync',
    summary: 'How the synchronization of tasks works, and which tasks failed',
    needs: 'update configuration',
    response: SyncReport,
    run: ({ ctx }) => readSyncReport(ctx),
  }),
  route({
    on: 'POST /clickup/sync',
    id: 'clickup.run_sync',
    summary: 'Check the list and find changes now',
    description: 'Otherwise this is done every five minutes. Changed tasks are synchronized in the background.',
    needs: 'update configuration',
    response: SyncReport,
    run: async ({ ctx }) => {
      await runSync(ctx)
      return readSyncReport(ctx)
    },
  }),
  route({
    on: 'POST /clickup/sync/:id/retry',
    id: 'clickup.retry_task',
    summary: 'Try a task again that was not synchronized',
    needs: 'update configuration',
    response: SyncReport,
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      await retryTask(ctx, params.id)
      return readSyncReport(ctx)
    },
  }),
]

export const webhookRoutes = [
  route({
    on: 'POST /clickup/webhook',
    id: 'clickup.webhook',
    summary: 'Receives signed webhooks of ClickUp',
    access: 'public',
    allowCrossOrigin: true,
    maxRawBytes: 256 * 1024,
    response: t.object({ accepted: t.flag() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, rawBytes, request }) => {
      const { 'x-signature': signature } = request.headers
      await acceptWebhook(kernel, rawBytes, typeof signature === 'string' ? signature : '')
      return { accepted: true }
    },
  }),
]
