import { defineResource, f, invalid, sql, text } from '#core'

/** A shelf of the shop; shelves stand in one another. */
export const category = defineResource({
  name: 'category',
  match: 'url',
  tree: 'parent_id',
  locked: true,
  sortBy: 'order',
  fields: {
    title: f.text({ localized: true, list: true, sort: true, search: true }),
    parent_id: f.maybe(f.one('category', { list: true, filter: true })),
    url: f.slug({ unique: true, inline: true, list: true, slugOf: 'title', search: true }),
    order: f.int({ default: 0, list: true, sort: true, inline: true }),
    visibled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    description: f.maybe(f.rich({ localized: true })),
    image: f.maybe(f.image({ group: 'side' })),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
  },
  hooks: {
    saved: async ({ tx, id, input }) => {
      if (input.parent_id === undefined || input.parent_id === null) return
      // Only the category's own ancestors can close a circle, so one walk upwards is enough.
      const circle = await tx.one(sql`
        with recursive up as (
          select c.id, c.parent_id from category c where c.id = ${input.parent_id}
          union select c.id, c.parent_id from category c join up on c.id = up.parent_id
        ) select 1 from up where id = ${id}`)
      if (circle) throw invalid({ parent_id: text('catalogue:error.category_circle') })
    },
  },
})
