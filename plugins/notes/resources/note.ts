import { defineResource, f, type Scope, sql } from 'stoa'
import { MAX_CHARACTERS } from '../domain/body.ts'
import { visibleSubjectSql } from '../services/subjects.ts'

/** Maximum number of files of a comment. */
export const MOST_FILES = 10
/** Maximum number of mentions in a comment. */
export const MOST_MENTIONS = 20

const ofNote: Scope = Object.assign(
  (ctx: Parameters<Scope>[0]) => {
    const visibleSql = visibleSubjectSql(ctx)
    return visibleSql && sql`t.note_id in (select t.id from note t where ${visibleSql})`
  },
  { notes: true },
)

/** A file of a comment. Readable by those who may read the row of the comment. */
export const noteFile = defineResource({
  name: 'note_file',
  verbs: [],
  audit: false,
  scope: ofNote,
  label: 'file',
  fields: {
    note_id: f.one('note', { readOnly: true }),
    file: f.maybe(f.privateFile()),
  },
})

/**
 * A comment on a row of any resource. It is written only through the routes of this plugin. The audit log records who created, changed or
 * deleted it, but not its text.
 */
export const note = defineResource({
  name: 'note',
  verbs: [],
  locked: true,
  audit: false,
  scope: visibleSubjectSql,
  label: 'signed',
  fields: {
    subject: f.text({ maxLength: 100 }),
    subject_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    author_id: f.maybe(f.one('account')),
    // Name of the author, for when the account is deleted.
    signed: f.text({ default: '' }),
    body: f.area({ default: '', maxLength: MAX_CHARACTERS }),
    mentions: f.many('account', { through: 'note_mention' }),
    files: f.rows(noteFile, { by: 'note_id' }),
    edited_at: f.maybe(f.instant()),
    removed_at: f.maybe(f.instant()),
    removed_by: f.maybe(f.text()),
  },
})
