import { column, defineRecord, f } from 'stoa'

/** A download of an e-book, with the customer if they were signed in. */
export const ebookDownload = defineRecord({
  name: 'ebook_download',
  events: [],
  internal: { ip_hash: column('text') },
  verbs: ['get', 'export'],
  label: 'ebook_id',
  sortBy: '-id',
  listCreated: true,
  audit: false,
  fields: {
    ebook_id: f.one('ebook', { list: true, filter: true, readOnly: true }),
    customer_id: f.maybe(f.int({ list: true, filter: true, readOnly: true })),
    language: f.text({ list: true, filter: true, readOnly: true }),
  },
})
