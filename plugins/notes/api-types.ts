import { type Shape, t } from 'stoa'

/** JSON types of comments and notifications. Screens import the types alone, not the schemas. */

/** A resource with comments. */
export const NotedResource = t.object({ name: t.text(), at: t.pick(['form', 'screen']) })
export type NotedResource = Shape<typeof NotedResource>

/** A colleague, with what others may see. */
export const Colleague = t.object({ id: t.id(), name: t.text() })
export type Colleague = Shape<typeof Colleague>

/** A file of a comment. */
export const NoteFile = t.object({
  id: t.id('ID of the upload.'),
  name: t.text(),
  mime: t.text(),
  size: t.int('Bytes.'),
  url: t.text('URL of its content, for those who may read the comment.'),
  thumbnail: t.maybe(t.text('URL of a thumbnail.')),
})
export type NoteFile = Shape<typeof NoteFile>

/** A comment on a row. */
export const Note = t.object({
  id: t.id(),
  version: t.int('To be sent back with a change.'),
  at: t.dateTime(),
  edited_at: t.maybe(t.dateTime()),
  author: t.text(),
  own: t.flag('Whether the caller wrote it.'),
  body: t.text('Plain text; blank when the comment was deleted.'),
  mentions: t.list(Colleague),
  files: t.list(NoteFile),
  removed: t.maybe(t.object({ at: t.dateTime(), by: t.text() })),
  may_change: t.flag(),
  may_remove: t.flag(),
})
export type Note = Shape<typeof Note>

/** Comments on a row, newest first. */
export const NotePage = t.object({
  data: t.list(Note),
  next: t.maybe(t.int('Cursor of the next page.')),
  may_write: t.flag('Whether the caller may add a comment.'),
})
export type NotePage = Shape<typeof NotePage>

/** A notification for a member of staff. */
export const Notice = t.object({
  id: t.id(),
  kind: t.text(),
  text: t.text('In the reader’s language.'),
  at: t.dateTime(),
  read: t.flag(),
  resource: t.maybe(t.text('Title of the row; null when the reader may not read it now.')),
  row_id: t.maybe(t.id()),
  path: t.maybe(t.text('Page of the row below /admin, where every member of staff may open it.')),
})
export type Notice = Shape<typeof Notice>

/** Notifications of the actor, newest first. */
export const NoticePage = t.object({
  data: t.list(Notice),
  next: t.maybe(t.int('Cursor of the next page.')),
  by_mail: t.flag('Whether notifications are emailed too.'),
})
export type NoticePage = Shape<typeof NoticePage>
