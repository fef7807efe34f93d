import { type Shape, t } from 'stoa'

/** Response types of the e-book API. Screens import the types alone, not the schemas. */

export const EbookView = t.object({
  id: t.id(),
  url: t.text(),
  title: t.text(),
  description: t.text('HTML.'),
  cover: t.maybe(t.text()),
  access: t.pick(['public', 'login', 'purchase', 'form']),
  /** The product to buy for it. */
  product: t.maybe(t.object({ name: t.text(), url: t.text() })),
  /** The form to submit for it. */
  form: t.maybe(t.object({ title: t.text(), url: t.text() })),
})
export type EbookView = Shape<typeof EbookView>

/** All e-books. */
export const EbookList = t.object({ data: t.list(EbookView) })

/** Download URL of an e-book, which expires. */
export const EbookDownload = t.object({ url: t.text(), expires_in: t.int('Seconds.') })
export type EbookDownload = Shape<typeof EbookDownload>
