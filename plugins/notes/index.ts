/** What other plugins may use of notes. */
export { NOTE_TABLES, type NoteAbout, NOTES, type Notes } from './services/notes.ts'
export { NOTICE_KINDS, type NoticeKind, NOTICES, type Notices, type Telling } from './services/notices.ts'
export { NOTED, type Noted, type Subject } from './services/subjects.ts'
