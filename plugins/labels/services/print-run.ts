import { t } from 'stoa'
import { DOCUMENTS } from 'stoa/plugins/documents'
import { defineRun, RUNS } from 'stoa/plugins/runs'
import { layouts, countPerPage } from '../domain/layouts.ts'
import { MOST_IN_RUN } from '../domain/limits.ts'
import { parseLabelOrder, createSheet, titles } from './sheet.ts'
import { findStocks } from './stocks.ts'

/** Either permission gives access to everything about labels (specification C §6). */
export const needs = 'print barcode | print qrcode'

/** Background job that prints many labels. All or nothing, because half a print is useless. */
export const PRINT = defineRun({
  name: 'labels/print',
  input: {
    kind: t.pick(['barcode', 'qrcode']),
    stocks: t.list(t.object({ id: t.id(), quantity: t.int() })),
    layout: t.pick(layouts.map(({ id }) => id)),
    start: t.int(),
  },
  needs,
  title: ({ kernel, language }, { kind }) => kernel.i18n.t(language, `labels:run.${kind}`),
  said: ({ kernel, language }, { labels, pages }) => [
    kernel.i18n.t(language, 'labels:run.printed', { labels: Number(labels), pages: Number(pages) }),
  ],
  file: ({ kind }) => ({ name: `${titles[kind]}.pdf`, mime: 'application/pdf' }),
  async whole(ctx, { id, input: { kind, ...printInput }, tell }) {
    const { kernel } = ctx
    const order = parseLabelOrder(printInput, MOST_IN_RUN)
    const sheet = createSheet(order, await findStocks(ctx, [...order.copies.keys()]), kind, ctx.language)
    let pages = 0
    const drawn = await kernel.get(DOCUMENTS).print(sheet, { long: true, onPage: (page) => (pages = page) })
    /** Streams the bytes and reports completed pages. Stopping the stream stops the rendering. */
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for await (const piece of drawn) {
        tell(Math.max(0, (pages - 1) * countPerPage(order.layout) - order.start), order.count)
        yield piece
      }
    }
    await kernel.get(RUNS).saveBytes(kernel.db, id, bytes())
    return { answer: { labels: order.count, pages }, done: order.count, total: order.count }
  },
})
