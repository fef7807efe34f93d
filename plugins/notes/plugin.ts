import { scheduleJob, definePlugin, handleJob, contribute, provide } from 'stoa'
import { note, noteFile } from './resources/note.ts'
import { noteRoutes } from './routes/notes.ts'
import { noticeRoutes } from './routes/notices.ts'
import { deleteOldNotices } from './services/inbox.ts'
import { mailNotice } from './services/mail.ts'
import { MENTIONED, notes, NOTES, removeNotes, sweepNotes, writeNotes } from './services/notes.ts'
import { NOTICE_KINDS, NOTICE_MAIL, notices, NOTICES } from './services/notices.ts'
import { NOTE_SUBJECTS } from './services/subjects.ts'
import { seedNotes } from './seed.ts'

/** Comments of staff on rows of any resource, and notifications. */
export default definePlugin({
  id: 'notes',
  resources: [note, noteFile],
  permissions: [writeNotes, removeNotes],
  presets: {
    'notes.writer': [writeNotes, 'create upload'],
    'notes.manager': ['notes.writer', removeNotes],
  },
  extensionPoints: [NOTE_SUBJECTS, NOTICE_KINDS],
  contributions: [contribute(NOTICE_KINDS, MENTIONED, { text: 'notes:notice.mentioned' })],
  services: (container, kernel) => {
    provide(container, NOTES, () => notes(kernel))
    provide(container, NOTICES, () => notices(kernel))
  },
  adminRoutes: [...noteRoutes, ...noticeRoutes],
  jobs: [
    handleJob(NOTICE_MAIL, mailNotice),
    scheduleJob('notes/sweep', '47 3 * * *', async ({ kernel }) => {
      await sweepNotes(kernel)
      await deleteOldNotices(kernel)
    }),
  ],
  seed: seedNotes,
  admin: {
    screens: [{ path: 'notice', screen: 'notes/notices', open: true }],
    slots: [
      { at: 'shell.top', screen: 'notes/bell' },
      { at: 'timeline', screen: 'notes/timeline' },
      { at: 'form.main', screen: 'notes/card' },
    ],
  },
})
