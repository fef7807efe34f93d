import { defineResource, f, validationError, sql, message as say } from 'stoa'

/** A folder of the media library; folders can be nested. */
export const folder = defineResource({
  name: 'folder',
  path: 'media/folder',
  tree: 'parent_id',
  sortBy: 'name',
  fields: {
    name: f.text({ maxLength: 120, list: true, sort: true, search: true, inline: true }),
    parent_id: f.maybe(f.one('folder', { list: true, filter: true })),
  },
  hooks: {
    validate: async ({ input, old, tx, id }) => {
      const name = input.name ?? old?.name
      const parent = input.parent_id === undefined ? (old?.parent_id ?? null) : input.parent_id
      const twin = await tx.one(sql`select 1 from folder t
        where t.name = ${name} and t.parent_id is not distinct from ${parent} and t.id is distinct from ${id}`)
      if (twin) throw validationError({ name: say('content:error.folder_exists') })
    },
  },
})
