import { HTMLSelect } from '@blueprintjs/core'
import { useMessages } from './texts.ts'
import type { BoardColumn } from './types.ts'

interface Props {
  columns: readonly BoardColumn[]
  /** How many cards the columns hold, where it is known. */
  counts: Readonly<Record<string, string>>
  value: string
  onChoose: (column: string) => void
}

/** Chooses the column that a narrow screen shows. */
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
