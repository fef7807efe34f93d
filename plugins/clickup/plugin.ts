import { type Ctx, definePlugin, handleJob, scheduleJob } from 'stoa'
import type { TaskChange } from 'stoa/plugins/tasks'
import { checks } from './checks.ts'
import { unlinkDeletedTask } from './resources/task-extension.ts'
import { clickupRoutes } from './routes/clickup.ts'
import { syncRoutes, webhookRoutes } from './routes/sync.ts'
import { eraseTask, queueErasure } from './services/sync/erase-task.ts'
import { ERASE_TASK, RECEIVE_TASK, SEND_TASK } from './services/sync/jobs.ts'
import { queueSend } from './services/sync/queue-send.ts'
import { receiveTask } from './services/sync/receive-task.ts'
import { runSync } from './services/sync/run-sync.ts'
import { syncTask } from './services/sync/sync-task.ts'
import { clickup } from './settings.ts'

const send = (change: TaskChange, ctx: Ctx) => queueSend(ctx, change)

/** Spaces of ClickUp, the task tool of the office, and tasks that are synchronized with it. */
export default definePlugin({
  id: 'clickup',
  after: ['tasks'],
  settings: [clickup],
  permissions: ['create clickup space', 'update clickup space', 'destroy clickup space'],
  presets: {
    'clickup.editor': ['create clickup space', 'update clickup space'],
    'clickup.manager': ['clickup.editor', 'destroy clickup space'],
  },
  extend: [unlinkDeletedTask],
  on: {
    'task.created': send,
    'task.updated': send,
    'task.completed': send,
    'task.erased': ({ taskId }, ctx) => queueErasure(ctx, taskId),
  },
  jobs: [
    handleJob(SEND_TASK, ({ task_id }, ctx) => syncTask(ctx, task_id, 'here')),
    handleJob(ERASE_TASK, ({ task_id }, ctx) => eraseTask(ctx, task_id)),
    handleJob(RECEIVE_TASK, ({ clickup_id }, ctx) => receiveTask(ctx, clickup_id)),
    scheduleJob('clickup/sync', '*/5 * * * *', runSync),
  ],
  checks,
  adminRoutes: [...clickupRoutes, ...syncRoutes],
  storeRoutes: webhookRoutes,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [{ section: 'today', to: 'clickup', label: 'clickup:menu.clickup', open: true, icon: 'clipboard', order: 9, under: 'my-tasks' }],
    screens: [
      { path: 'clickup', screen: 'clickup/workspaces', open: true },
      { path: 'clickup/callback', screen: 'clickup/callback', needs: 'update configuration' },
      { path: 'clickup/{workspace}/space', screen: 'clickup/spaces', open: true },
      { path: 'clickup/{workspace}/space/create', screen: 'clickup/create-space', needs: 'create clickup space' },
      { path: 'clickup/{workspace}/space/edit/{id}', screen: 'clickup/edit-space', needs: 'update clickup space' },
    ],
    slots: [
      { at: 'settings.clickup.end', screen: 'clickup/connection', needs: 'update configuration' },
      { at: 'settings.clickup.end', screen: 'clickup/task-sync', needs: 'update configuration', order: 60 },
    ],
  },
})
