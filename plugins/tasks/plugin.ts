import { contribute, definePlugin, provide, scheduleJob } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { BADGES, CARDS } from 'stoa/plugins/desk'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { task } from './resources/task.ts'
import { ownRoutes } from './routes/own.ts'
import { seedTasks } from './seed.ts'
import { dueTasks } from './services/calendar-source.ts'
import { dueCard } from './services/due-card.ts'
import { noticeNames, notifyComment, toNoticeKind } from './services/notify-people.ts'
import { taskPersonalData } from './services/personal-data.ts'
import { countDue } from './services/read-tasks.ts'
import { sendReminders } from './services/send-reminders.ts'
import { TASKS, tasks } from './services/tasks.ts'

const write = ['create', 'update', 'start', 'complete', 'cancel', 'reopen']
const manage = ['destroy', 'batch update', 'batch destroy', 'import', 'export']

/** Tasks of the staff: for oneself, for others, and about any record. */
export default definePlugin({
  id: 'tasks',
  after: ['calendar', 'desk', 'notes', 'people'],
  resources: [task],
  presets: {
    'tasks.viewer': ['get task'],
    'tasks.editor': ['tasks.viewer', ...write.map((verb) => `${verb} task`)],
    'tasks.manager': ['tasks.editor', ...manage.map((verb) => `${verb} task`)],
  },
  contributions: [
    contribute(BADGES, 'my_tasks', { count: countDue }),
    contribute(CARDS, 'my_tasks', dueCard, { order: 40 }),
    contribute(CALENDAR_SOURCES, 'tasks', dueTasks),
    contribute(NOTE_SUBJECTS, 'task', { of: task, at: 'screen', open: 'tasks' }),
    ...noticeNames.map((name) => contribute(NOTICE_KINDS, toNoticeKind(name), { text: `tasks:notice.${name}` })),
    // After the handlers that report the rows tasks are about.
    contribute(PERSONAL_DATA, 'tasks', taskPersonalData, { order: 900 }),
  ],
  services: (container, kernel) => provide(container, TASKS, () => tasks(kernel)),
  adminRoutes: ownRoutes,
  on: {
    'note.created': async (comment, ctx) => {
      if (comment.subject === 'task') await notifyComment(ctx, comment)
    },
  },
  jobs: [scheduleJob('tasks/remind', '* * * * *', sendReminders)],
  checks,
  seed: seedTasks,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [
      { section: 'today', to: 'my-tasks', label: 'tasks:menu.my_tasks', open: true, icon: 'tick-circle', order: 7, badge: 'my_tasks' },
      { section: 'today', resource: 'task', icon: 'list', order: 8, under: 'my-tasks' },
    ],
    screens: [
      { path: 'my-tasks', screen: 'tasks/my-tasks', open: true },
      { path: 'tasks/create', screen: 'tasks/create-task', needs: 'create task' },
      { path: 'tasks/{id}', screen: 'tasks/task-page', open: true },
    ],
    slots: [
      { at: 'task.list.board', screen: 'tasks/task-board', needs: 'get task' },
      { at: 'record.head', screen: 'tasks/add-task', order: 50 },
      { at: 'record.panel', screen: 'tasks/record-tasks', order: 50 },
      { at: 'my-work', screen: 'tasks/due-card', order: 5 },
    ],
  },
})
