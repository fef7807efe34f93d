import { Button, Callout, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { CardTable } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { getField } from './column-names.ts'
import type { MappingState, SheetColumns, Target } from './sheet.ts'

/** Second step: maps each column of the file to one or more fields. */
export function ColumnsStep({
  sheet,
  mappingState,
  parts,
  change,
  missing,
}: {
  sheet: SheetColumns
  mappingState: MappingState
  /** Our columns that the mapping fills from parts of a cell, by column of the file. */
  parts: Readonly<Record<string, readonly string[]>>
  change: (part: Partial<MappingState>) => void
  missing: SheetColumns['fields']
}) {
  const say = useMessages()
  const put = (column: string, list: Target[]) => {
    const { [column]: _, ...others } = mappingState.columns
    change({ columns: list.length > 0 ? { ...others, [column]: list } : others })
  }
  const inherit = (column: string, yes: boolean) =>
    change({ inherit: yes ? [...mappingState.inherit, column] : mappingState.inherit.filter((name) => name !== column) })
  return (
    <>
      {missing.length > 0 && (
        <Callout intent="warning" icon={false} className="gap-below">
          {say('requiredFields', { fields: missing.map((field) => field.label).join(', ') })}
        </Callout>
      )}
      <CardTable caption={say('column')} heads={[say('column'), say('sample'), say('field'), say('blank')]}>
        {sheet.columns.map(({ column, sample }) => (
          <tr key={column}>
            <th scope="row" className="import-column">
              {column}
            </th>
            <td className="quiet sample">
              {sample
                .filter((value) => value !== '')
                .slice(0, 3)
                .join(' · ')}
            </td>
            <td>
              {parts[column] && <Parts sheet={sheet} names={parts[column]} />}
              <Targets
                sheet={sheet}
                column={column}
                list={mappingState.columns[column] ?? []}
                group={mappingState.group[0]}
                put={(list) => put(column, list)}
              />
              <More sheet={sheet} column={column} mappingState={mappingState} change={change} />
            </td>
            <td className={mappingState.columns[column] ? '' : 'is-nothing'}>
              {mappingState.columns[column] && (
                <Checkbox
                  className="inherit"
                  label={say('asAbove')}
                  aria-label={`${say('asAbove')}: ${column}`}
                  checked={mappingState.inherit.includes(column)}
                  onChange={(event) => inherit(column, event.currentTarget.checked)}
                />
              )}
            </td>
          </tr>
        ))}
      </CardTable>
    </>
  )
}

/** Names the fields that the parts of one cell go to. */
function Parts({ sheet, names }: { sheet: SheetColumns; names: readonly string[] }) {
  const say = useMessages()
  const labels = names.map((name) => sheet.fields.find((field) => field.name === name)?.label ?? name)
  return <div className="quiet small">{say('parts', { fields: labels.join(', ') })}</div>
}

const numbers = new Set(['money', 'decimal', 'int'])

/** Further options of some field types: the column that a number is added to, and the base URL of image names. */
function More({
  sheet,
  column,
  mappingState,
  change,
}: {
  sheet: SheetColumns
  column: string
  mappingState: MappingState
  change: (part: Partial<MappingState>) => void
}) {
  const say = useMessages()
  const kinds = (mappingState.columns[column] ?? []).map((target) => sheet.fields.find(({ name }) => name === getField(target))?.kind ?? '')
  const put = (part: 'plus' | 'base', value: string) => {
    const { [column]: _, ...others } = mappingState[part]
    change({ [part]: value === '' ? others : { ...others, [column]: value } })
  }
  return (
    <>
      {kinds.some((kind) => numbers.has(kind)) && (
        <label className="target-more">
          {say('onTopOf')}{' '}
          <HTMLSelect
            aria-label={`${say('onTopOf')}: ${column}`}
            value={mappingState.plus[column] ?? ''}
            onChange={(event) => put('plus', event.target.value)}
          >
            <option value="">{say('onTopOfNothing')}</option>
            {sheet.columns.flatMap((other) => (other.column === column ? [] : <option key={other.column}>{other.column}</option>))}
          </HTMLSelect>
        </label>
      )}
      {kinds.includes('image') && (
        <label className="target-more">
          {say('picturesAt')}{' '}
          <InputGroup
            aria-label={`${say('picturesAt')}: ${column}`}
            type="url"
            placeholder="https://"
            maxLength={500}
            // Uncontrolled input: saved on blur, and reset by the key when the mapping changes.
            key={mappingState.base[column] ?? ''}
            defaultValue={mappingState.base[column] ?? ''}
            onBlur={(event) => put('base', event.target.value.trim())}
          />
        </label>
      )}
    </>
  )
}

/** The fields that one column fills, each with its lines. */
function Targets({
  sheet,
  column,
  list,
  group,
  put,
}: {
  sheet: SheetColumns
  column: string
  list: Target[]
  group: string | undefined
  put: (list: Target[]) => void
}) {
  const say = useMessages()
  const rows = list.length > 0 ? list : ['']
  const set = (at: number, target: Target) => put(rows.map((row, i) => (i === at ? target : row)).filter((entry) => getField(entry) !== ''))
  const label = (at: number) => (at === 0 ? `${say('field')}: ${column}` : `${say('field')} ${at + 1}: ${column}`)
  return (
    <>
      {rows.map((target, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is all that tells two empty ones apart
        <div key={at} className="target">
          <HTMLSelect
            fill
            aria-label={label(at)}
            value={getField(target)}
            onChange={(event) => set(at, withField(target, event.target.value))}
          >
            <option value="">{say('skip')}</option>
            {sheet.fields.map((field) => (
              <option key={field.name} value={field.name}>
                {field.label}
                {field.required ? ' *' : ''}
              </option>
            ))}
          </HTMLSelect>
          {group !== undefined && getField(target) !== '' && (
            <HTMLSelect
              aria-label={`${say('ofLines')} ${label(at)}`}
              value={getLines(target, group)}
              onChange={(event) => set(at, ofLines(getField(target), group, event.target.value))}
            >
              <option value="all">{say('linesAll')}</option>
              <option value="own">{say('linesOwn', { column: group })}</option>
              <option value="part">{say('linesPart', { column: group })}</option>
              {getLines(target, group) === 'other' && <option value="other">{say('linesOther')}</option>}
            </HTMLSelect>
          )}
        </div>
      ))}
      {list.length > 0 && (
        <AnotherField sheet={sheet} column={column} usedFields={list.map(getField)} add={(field) => put([...list, field])} />
      )}
    </>
  )
}

/** Adds another field for the same column. */
function AnotherField({
  sheet,
  column,
  usedFields,
  add,
}: {
  sheet: SheetColumns
  column: string
  usedFields: readonly string[]
  add: (field: string) => void
}) {
  const say = useMessages()
  const free = sheet.fields.find((field) => !usedFields.includes(field.name))
  return free ? (
    <Button
      variant="minimal"
      size="small"
      icon={<Plus aria-hidden />}
      aria-label={`${say('another')}: ${column}`}
      onClick={() => add(free.name)}
    >
      {say('another')}
    </Button>
  ) : null
}

const withField = (target: Target, to: string): Target => (typeof target === 'string' || to === '' ? to : { ...target, to })

/** The lines that a target applies to, as far as this list can show it. */
function getLines(target: Target, group: string): 'all' | 'own' | 'part' | 'other' {
  if (typeof target === 'string' || (!target.when && !target.unless)) return 'all'
  const isBlank = (condition: Record<string, string[]> | undefined) => JSON.stringify(condition) === JSON.stringify({ [group]: [''] })
  if (isBlank(target.when) && !target.unless) return 'own'
  return isBlank(target.unless) && !target.when ? 'part' : 'other'
}

function ofLines(to: string, group: string, lines: string): Target {
  if (lines === 'own') return { to, when: { [group]: [''] } }
  return lines === 'part' ? { to, unless: { [group]: [''] } } : to
}
