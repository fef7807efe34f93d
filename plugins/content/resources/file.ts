import { column, defineRecord, f, sql } from 'stoa'
import { isUnused, dropStored } from '../services/media.ts'

/** An upload in the media library. Files are created by `POST /api/admin/upload` only. */
export const file = defineRecord({
  name: 'file',
  events: [],
  internal: {
    sha256: column('text'),
    is_private: column('boolean'),
    uploader: column('text'),
    claimed_by: column('text'),
    claimed_id: column('bigint'),
    claimed_field: column('text'),
  },
  path: 'media',
  verbs: ['get', 'update', 'destroy', 'batch update', 'batch destroy'],
  // Private uploads belong to a form or an order and are available there.
  scope: () => sql`not t.is_private`,
  fields: {
    name: f.text({ maxLength: 200, list: true, sort: true, search: true, inline: true }),
    folder_id: f.maybe(f.one('folder', { list: true, filter: true, batch: true })),
    path: f.image({ readOnly: true, list: 1 }),
    mime: f.text({ readOnly: true, list: true, filter: true }),
    size: f.int({ readOnly: true, list: true, sort: true }),
    width: f.maybe(f.int({ readOnly: true })),
    height: f.maybe(f.int({ readOnly: true })),
  },
  sheet: { key: ['path'] },
  // Uploads are transferred separately, before the rows.
  transfer: {},
  hooks: { canDelete: isUnused, afterDelete: dropStored },
})
