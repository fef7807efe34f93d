/** Public exports of this plugin. */
export { NOTE_TABLES, type NoteAbout, NOTES, type Notes } from './services/notes.ts'
export { NOTICE_KINDS, type NoticeKind, NOTICES, type Notices, type NoticeInput } from './services/notices.ts'
export { NOTE_SUBJECTS, type NoteSubject, type Subject } from './services/subjects.ts'
