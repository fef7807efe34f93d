import { defineResource, extendResource, f, validationError, localizedSql, type SavedRecord, sql, message } from 'stoa'

/** An e-book: file, cover and description, per language. */
export const ebook = defineResource({
  name: 'ebook',
  match: 'url',
  enabledBy: 'enabled',
  sortBy: 'order',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true }),
    url: f.slug({ unique: true, slugOf: 'title', search: true }),
    description: f.maybe(f.rich({ localized: true })),
    cover: f.maybe(f.image({ localized: true })),
    file: f.file({ localized: true, sheet: false }),
    access: f.pick(['public', 'login', 'purchase', 'form'], { default: 'public', list: 2, filter: true, group: 'side' }),
    product_id: f.maybe(f.one('product', { group: 'side', showIf: { field: 'access', in: ['purchase'] } })),
    form_id: f.maybe(f.one('form', { ifInstalled: true, group: 'side', showIf: { field: 'access', in: ['form'] } })),
    enabled: f.flag({ default: true, list: 3, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, list: 4, sort: true, inline: true, group: 'side' }),
    downloads: f.int({ default: 0, readOnly: true, list: 5, sort: true, group: 'side', sheet: false }),
  },
  hooks: {
    validate: ({ ctx, input, old }) => {
      const access = input.access ?? old?.access
      const product = input.product_id === undefined ? old?.product_id : input.product_id
      if (access === 'purchase' && !product) throw validationError({ product_id: message('core:rule.required') })
      const form = input.form_id === undefined ? old?.form_id : input.form_id
      if (access === 'form' && input.access !== undefined && !ctx.kernel.registry.resources.has('form'))
        throw validationError({ access: message('core:rule.choice') })
      if (access === 'form' && ctx.kernel.registry.resources.has('form') && !form)
        throw validationError({ form_id: message('core:rule.required') })
    },
    afterSave: shut,
  },
})

/** A form cannot be deleted while an e-book requires it. */
export const formOfEbook = extendResource('form', {
  hooks: {
    canDelete: async ({ tx, ctx, row }) => {
      const ebook = await tx.one<{ title: string }>(
        sql`select coalesce(${localizedSql(sql`title`, ctx.language, ctx.mainLanguage)}, url) as title from ebook where form_id = ${row.id} limit 1`,
      )
      return ebook ? message('ebook:error.form_in_use', { title: ebook.title }) : true
    },
  },
})

/** Makes the file private. Permitted readers get a signed URL that expires. */
async function shut({ tx, id }: SavedRecord): Promise<void> {
  await tx.run(sql`update file set is_private = true where not is_private
    and path in (select f.value from ebook b, jsonb_each_text(b.file) f where b.id = ${id})`)
}
