import { fileUrl } from '../../../../ui-admin/src/kit/index.ts'
import type { Line } from './types.ts'

/** A line in words: its name and what was chosen of it. */
export const nameOf = (line: Line | undefined): string => (line ? [line.name, ...line.options.map((o) => o.value)].join(' – ') : '')

/** A line with its picture, as dialogs show it. */
export const Goods = ({ line, detail }: { line: Line; detail?: string }) => (
  <div className="order-goods">
    {line.image ? (
      <img src={`${fileUrl(line.image)}?w=160`} alt="" width={40} height={40} loading="lazy" />
    ) : (
      <span className="order-no-picture" aria-hidden />
    )}
    <div className="order-item">
      <strong>{nameOf(line)}</strong>
      <span className="quiet small">{[line.sku, detail].filter(Boolean).join(' · ')}</span>
    </div>
  </div>
)
