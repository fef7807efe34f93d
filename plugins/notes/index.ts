/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** A member of staff commented on a row. `mentions` are the accounts that were mentioned; they are notified already. */
    'note.created': { noteId: number; subject: string; subjectId: number; by: number; mentions: number[] }
  }
}

export { NOTE_TABLES } from './services/note-tables.ts'
export { type NoteAbout, NOTES, type Notes } from './services/notes.ts'
export { NOTICE_KINDS, type NoticeKind, NOTICES, type Notices, type NoticeInput } from './services/notices.ts'
export { NOTE_SUBJECTS, type NoteSubject, type Subject } from './services/subjects.ts'
