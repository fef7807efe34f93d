import type { CellProps } from '../types.ts'
import { TextCell } from '../base/text-cell.tsx'

interface Block {
  data?: { text?: unknown }
}

/** First words of a rich text. */
export function Cell(props: CellProps) {
  const blocks = (props.value as { blocks?: Block[] } | null)?.blocks
  if (!Array.isArray(blocks)) return <TextCell {...props} />
  const text = blocks
    .map((block) => String(block.data?.text ?? ''))
    .join(' ')
    .replace(/<[^>]*>/g, '')
  return <TextCell {...props} value={text} />
}
