import { Button, Card } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useState, type CSSProperties } from 'react'
import { type Layout, pageCount, countPerPage } from '../../domain/layouts.ts'
import type { LabelStock } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { labelCount, labelsFrom, type Chosen } from './choice.ts'
import type { Kind } from './use-print.ts'

interface Props {
  layout: Layout
  kind: Kind
  chosen: readonly Chosen[]
  /** First used label on the first page, zero-based. */
  start: number
  setStart: (start: number) => void
}

/** Scaled preview of the pages. The codes are only indicated. */
export function Preview({ layout, kind, chosen, start, setStart }: Props) {
  const say = useMessages()
  const pages = Math.max(1, pageCount(layout, start, labelCount(chosen)))
  const [requestedPage, setPage] = useState(0)
  const page = Math.min(requestedPage, pages - 1)
  const size = countPerPage(layout)
  const free = page === 0 ? start : 0
  const stocks = labelsFrom(chosen, page === 0 ? 0 : page * size - start, size - free)
  const { page: paper } = layout
  return (
    <Card compact className="labels-card">
      <div className="labels-head">
        <h2>{say('preview')}</h2>
        {pages > 1 && (
          <div className="labels-pages">
            <Button
              variant="minimal"
              size="small"
              icon={<ChevronLeft aria-hidden />}
              aria-label={say('before')}
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            />
            <span role="status">{say('previewPage', { page: page + 1, pages })}</span>
            <Button
              variant="minimal"
              size="small"
              icon={<ChevronRight aria-hidden />}
              aria-label={say('after')}
              disabled={page === pages - 1}
              onClick={() => setPage(page + 1)}
            />
          </div>
        )}
      </div>
      <div
        className={`labels-sheet${size === 1 ? ' is-roll' : ''}`}
        style={{ aspectRatio: `${paper.width} / ${paper.height}`, '--mm': `calc(100cqw / ${paper.width})` } as CSSProperties}
      >
        <div className="labels-page">
          {Array.from({ length: size }, (_, at) => {
            const stock = stocks[at - free]
            const box = getBox(layout, at)
            if (stock)
              return (
                <div key={at} className={`labels-label is-${kind}`} style={box}>
                  <Label stock={stock} kind={kind} />
                </div>
              )
            if (page > 0 || size === 1) return <div key={at} className="labels-label is-empty" style={box} />
            // Pointer only; keyboard users have the number field.
            return (
              <button
                key={at}
                type="button"
                tabIndex={-1}
                className={`labels-label is-empty${at < start ? ' is-used' : ''}`}
                style={box}
                aria-label={say('beginHere', { n: at + 1 })}
                onClick={() => setStart(at)}
              >
                {at + 1}
              </button>
            )
          })}
        </div>
      </div>
      {chosen.length === 0 && <p className="quiet">{say('chosenNone')}</p>}
    </Card>
  )
}

function Label({ stock, kind }: { stock: LabelStock; kind: Kind }) {
  const caption = stock.code === stock.sku ? stock.sku : `${stock.code} ${stock.sku}`
  return kind === 'barcode' ? (
    <>
      <strong>{stock.name}</strong>
      <span className="labels-detail">{stock.options}</span>
      <span className="labels-code" aria-hidden />
      <span className="labels-foot">
        <span className="labels-detail">{caption}</span>
        <b>{stock.price}</b>
      </span>
    </>
  ) : (
    <>
      <span className="labels-code" aria-hidden />
      <span className="labels-beside">
        <strong>{stock.name}</strong>
        <span className="labels-detail">{stock.options}</span>
        <span className="labels-detail labels-low">{caption}</span>
        <b>{stock.price}</b>
      </span>
    </>
  )
}

function getBox(layout: Layout, at: number): CSSProperties {
  const percent = (mm: number, total: number) => `${(mm / total) * 100}%`
  const { width, height } = layout.page
  return {
    left: percent(layout.left + (at % layout.columns) * (layout.width + layout.gapX), width),
    top: percent(layout.top + Math.floor(at / layout.columns) * (layout.height + layout.gapY), height),
    width: percent(layout.width, width),
    height: percent(layout.height, height),
  }
}
