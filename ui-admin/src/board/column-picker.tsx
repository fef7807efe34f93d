import { HTMLSelect } from '@blueprintjs/core'
import { useMessages } from './messages.ts'
import type { BoardColumn } from './types.ts'

interface Props {
  columns: readonly BoardColumn[]
  /** Number of cards by column, where known. */
  counts: Readonly<Record<string, string>>
  value: string
  onChoose: (column: string) => void
}

/** Selects the visible column on a narrow screen. */
export function ColumnPicker({ columns, counts, value, onChoose }: Props) {
  const say = useMessages()
  return (
    <label className="board-picker">
      <span>{say('column')}</span>
      <HTMLSelect large fill value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {columns.map(({ id, title }) => (
          <option key={id} value={id}>
            {counts[id] ? `${title} (${counts[id]})` : title}
          </option>
        ))}
      </HTMLSelect>
    </label>
  )
}
