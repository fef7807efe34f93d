import { type Shape, t } from 'stoa'

/** What the calls of the shelf answer. Pages import the types alone. */

export const EbookView = t.object({
  id: t.id(),
  url: t.text(),
  title: t.text(),
  description: t.text('HTML.'),
  cover: t.maybe(t.text()),
  access: t.pick(['public', 'login', 'purchase', 'form']),
  /** What has to be bought for it. */
  product: t.maybe(t.object({ name: t.text(), url: t.text() })),
  /** What has to be answered for it. */
  form: t.maybe(t.object({ title: t.text(), url: t.text() })),
})
export type EbookView = Shape<typeof EbookView>

/** All books on the shelf. */
export const EbookList = t.object({ data: t.list(EbookView) })

/** Where a book's file can be fetched for a while. */
export const EbookDownload = t.object({ url: t.text(), expires_in: t.int('Seconds.') })
export type EbookDownload = Shape<typeof EbookDownload>
