import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { keepEnter } from '../handle-enter.ts'
import { type GridColumn, tidy } from './cell.ts'
import { useMessages } from './messages.ts'

/** Sets one value on all selected stock items. */
export function BulkBar({
  count,
  columns,
  set,
  remove,
  clear,
}: {
  count: number
  columns: readonly GridColumn[]
  set: (column: GridColumn, text: string) => void
  remove: () => void
  clear: () => void
}) {
  const say = useMessages()
  const offered = columns.filter((column) => column.kind === 'field' && !column.field?.unique)
  const [name, setName] = useState(offered[0]?.name ?? '')
  const [text, setText] = useState('')
  const column = offered.find((candidate) => candidate.name === name) ?? offered[0]
  const wrong = column?.fault?.(tidy(column, text))
  const apply = () => {
    if (column && !wrong) set(column, tidy(column, text))
  }
  return (
    <div className="grid-bulk" role="group" aria-label={say('selected', { count })}>
      <strong className="num">{say('selected', { count })}</strong>
      <HTMLSelect
        aria-label={say('setField')}
        value={column?.name ?? ''}
        options={offered.map((column) => ({ value: column.name, label: column.label }))}
        onChange={(event) => setName(event.target.value)}
      />
      <InputGroup
        aria-label={say('setTo')}
        className="num"
        value={text}
        intent={wrong ? 'danger' : 'none'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => keepEnter(event, apply)}
      />
      <Button intent="primary" disabled={wrong !== undefined} onClick={apply}>
        {say('set')}
      </Button>
      <Button variant="minimal" intent="danger" onClick={remove}>
        {say('removeSelected')}
      </Button>
      <Button variant="minimal" onClick={clear}>
        {say('clearSelection')}
      </Button>
      {wrong && (
        <span className="field-error" role="alert">
          {wrong}
        </span>
      )}
    </div>
  )
}
