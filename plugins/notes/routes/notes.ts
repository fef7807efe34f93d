import { f, FORBIDDEN, NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { MAX_CHARACTERS } from '../domain/body.ts'
import { MOST_FILES, MOST_MENTIONS } from '../resources/note.ts'
import { findColleagues } from '../services/colleagues.ts'
import { changeNote, createNote, readNotes, removeNote, writeNotes } from '../services/notes.ts'
import { listSubjects } from '../services/subjects.ts'
import { Colleague, Note, NotedResource, NotePage } from '../api-types.ts'

const about = {
  subject: f.text({ maxLength: 100, docs: 'Name of the resource.' }),
  subject_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, docs: 'Id of the row.' }),
}
const words = {
  body: f.area({ default: '', maxLength: MAX_CHARACTERS, docs: 'Plain text. May be blank when there are files.' }),
  mentions: f.ids({ default: [], maxItems: MOST_MENTIONS, docs: 'Accounts that may read the row.' }),
  files: f.ids({ default: [], maxItems: MOST_FILES, ordered: true, docs: 'Private uploads of whoever writes.' }),
}
const after = f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, docs: '`next` of the page before.' }))

/** Routes of comments. Each checks that the actor may read the row. */
export const noteRoutes = [
  route({
    on: 'GET /note/subjects',
    id: 'note.subjects',
    summary: 'Resources on whose rows the caller can read comments',
    open: 'signed-in',
    response: t.object({ data: t.list(NotedResource) }),
    run: ({ ctx }) => ({ data: listSubjects(ctx) }),
  }),
  route({
    on: 'GET /note/colleagues',
    id: 'note.colleagues',
    summary: 'Colleagues that a comment on a row can mention: those who may read the row',
    needs: writeNotes,
    query: { ...about, q: f.text({ default: '', maxLength: 100 }) },
    response: t.object({ data: t.list(Colleague) }),
    errors: [NOT_FOUND],
    run: async ({ ctx, query: { q, ...subject } }) => ({ data: await findColleagues(ctx, subject, q) }),
  }),
  route({
    on: 'GET /note',
    id: 'note.list',
    summary: 'Comments on a row, newest first, for those who may read the row',
    open: 'signed-in',
    query: { ...about, after },
    response: NotePage,
    errors: [NOT_FOUND],
    run: ({ ctx, query: { after: from, ...subject } }) => readNotes(ctx, subject, from),
  }),
  route({
    on: 'POST /note',
    id: 'note.create',
    summary: 'Add a comment to a row the caller may read',
    needs: writeNotes,
    idempotent: true,
    body: { ...about, ...words },
    response: Note,
    status: 201,
    errors: [NOT_FOUND],
    run: ({ ctx, body: { subject, subject_id, ...written }, idempotencyKey }) =>
      createNote(ctx, { subject, subject_id }, written, idempotencyKey),
  }),
  route({
    on: 'PUT /note/:id',
    id: 'note.update',
    summary: 'Edit an own comment',
    needs: writeNotes,
    body: { ...words, version: f.maybe(f.int({ docs: 'The version that was seen.' })) },
    response: Note,
    errors: [NOT_FOUND, FORBIDDEN, WRONG_STATE],
    run: ({ ctx, params, body }) => changeNote(ctx, params.id, body),
  }),
  route({
    on: 'DELETE /note/:id',
    id: 'note.remove',
    summary: 'Delete an own comment, or with “destroy note” any; a record of it remains',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND, FORBIDDEN],
    run: async ({ ctx, params }) => {
      await removeNote(ctx, params.id)
      return { id: params.id }
    },
  }),
]
