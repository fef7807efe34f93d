import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Plus, Trash } from '@blueprintjs/icons'
import { useMessages } from '../messages.ts'
import type { MappingState, SheetColumns } from './sheet.ts'

interface Props {
  sheet: SheetColumns
  mappingState: MappingState
  change: (part: Partial<MappingState>) => void
}

/** Constants for all rows, and how lines are grouped into records. */
export function Rules(props: Props) {
  return (
    <div className="import-rules">
      <Grouping {...props} />
      <Constants {...props} />
    </div>
  )
}

function Grouping({ sheet, mappingState: { group, firstLine }, change }: Props) {
  const say = useMessages()
  const columns = sheet.columns.map(({ column }) => (
    <option key={column} value={column}>
      {column}
    </option>
  ))
  const [first = '', second = ''] = group
  return (
    <div className="import-rule">
      <label>
        {say('groupBy')}{' '}
        <HTMLSelect value={first} onChange={(event) => change({ group: event.target.value ? [event.target.value] : [] })}>
          <option value="">{say('groupNone')}</option>
          {columns}
        </HTMLSelect>
      </label>
      {first !== '' && (
        <label>
          {say('groupElse')}{' '}
          <HTMLSelect
            value={second}
            onChange={(event) => change({ group: [first, event.target.value, ...group.slice(2)].filter((name) => name !== '') })}
          >
            <option value="">–</option>
            {columns}
          </HTMLSelect>
        </label>
      )}
      <Checkbox
        checked={firstLine === 'head'}
        label={say('firstAlone')}
        onChange={(event) => change({ firstLine: event.currentTarget.checked ? 'head' : 'both' })}
      />
    </div>
  )
}

function Constants({ sheet, mappingState: { constants }, change }: Props) {
  const say = useMessages()
  const rows = Object.entries(constants)
  const free = sheet.fields.find((field) => !(field.name in constants))
  const put = (list: readonly (readonly [string, string])[]) => change({ constants: Object.fromEntries(list) })
  const getLabel = (name: string) => sheet.fields.find((field) => field.name === name)?.label ?? name
  return (
    <fieldset className="import-rule">
      <legend>{say('constants')}</legend>
      {rows.map(([name, value], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the field of a line may change under the hand
        <div key={at} className="target">
          <HTMLSelect
            aria-label={say('constantField')}
            value={name}
            onChange={(event) => put(rows.map((row, i) => (i === at ? [event.target.value, value] : row)))}
          >
            {sheet.fields
              .filter((field) => field.name === name || !(field.name in constants))
              .map((field) => (
                <option key={field.name} value={field.name}>
                  {field.label}
                </option>
              ))}
          </HTMLSelect>
          <InputGroup
            aria-label={`${say('constantText')}: ${getLabel(name)}`}
            value={value}
            maxLength={1_000}
            onChange={(event) => put(rows.map((row, i) => (i === at ? [name, event.target.value] : row)))}
          />
          <Button
            variant="minimal"
            icon={<Trash aria-hidden />}
            aria-label={say('constantDrop', { field: getLabel(name) })}
            onClick={() => put(rows.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      {free && (
        <Button variant="minimal" size="small" icon={<Plus aria-hidden />} onClick={() => put([...rows, [free.name, '']])}>
          {say('constantAdd')}
        </Button>
      )}
    </fieldset>
  )
}
