import { DocumentPicture } from 'stoa/admin'
import type { Line } from '../order-view/types.ts'

/** Name of a line with its options. */
export const getName = (line: Line | undefined): string => (line ? [line.name, ...line.options.map((o) => o.value)].join(' – ') : '')

/** A line with its picture, for dialogs. */
export const Goods = ({ line, detail }: { line: Line; detail?: string }) => (
  <div className="order-goods">
    <DocumentPicture path={line.image} />
    <div className="order-item">
      <strong>{getName(line)}</strong>
      <span className="quiet small">{[line.sku, detail].filter(Boolean).join(' · ')}</span>
    </div>
  </div>
)
