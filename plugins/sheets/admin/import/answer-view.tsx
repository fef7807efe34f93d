import { HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { ImportAnswer } from '../../api-types.ts'
import { Moment, readable, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'

const MOST_ROWS = 100
/** Maximum number of cells shown for a new record. A changed record shows all changed cells. */
const MOST_CELLS = 4
type Kind = 'create' | 'change' | 'unchanged' | 'warning' | 'error'
const kinds: Kind[] = ['create', 'change', 'unchanged', 'warning', 'error']

/** A cell of the file with an error or a warning. */
interface Remark {
  row: number
  column: string
  value: string
  text: string
}

const isBlank = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const words = (value: unknown): string => {
  if (isBlank(value)) return '–'
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value !== 'object') return String(value)
  const pairs = Object.entries(value as object).filter(([, item]) => !isBlank(item))
  return pairs.map(([name, item]) => `${readable(name)}: ${words(item)}`).join(', ') || '–'
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Formats a value of a record. Instants are shown in the time zone of the shop. */
function Value({ value }: { value: unknown }) {
  return typeof value === 'string' && instant.test(value) ? <Moment value={value} /> : words(value)
}

/** The result of an import or of its dry run: counts, changes by cell, and errors with their lines. */
export function AnswerView({ answer }: { answer: ImportAnswer }) {
  const { t } = useT()
  const say = useMessages()
  const { summary, warnings = [] } = answer
  const first: Kind = summary.error ? 'error' : warnings.length > 0 ? 'warning' : summary.change ? 'change' : 'create'
  const [visibleKind, setVisibleKind] = useState<Kind>(first)
  const rows = answer.data.filter((row) => row.action === visibleKind)
  const remarks: Remark[] | undefined =
    visibleKind === 'error'
      ? answer.errors.map(({ error, ...at }) => ({ ...at, text: error }))
      : visibleKind === 'warning'
        ? warnings.map(({ warning, ...at }) => ({ ...at, text: warning }))
        : undefined
  return (
    <>
      {answer.dry_run && <p>{say('rehearsed')}</p>}
      {answer.lines.left_out > 0 && (
        <p className="quiet">{say('linesLeftOut', { count: answer.lines.left_out, read: answer.lines.read })}</p>
      )}
      <div className="import-counts" role="group" aria-label={say('showOnly')}>
        {kinds.flatMap((kind) =>
          kind === 'warning' && warnings.length === 0 ? (
            []
          ) : (
            <button
              key={kind}
              type="button"
              className={`is-${kind}`}
              aria-pressed={kind === visibleKind}
              onClick={() => setVisibleKind(kind)}
            >
              <b className="num">{kind === 'warning' ? warnings.length : summary[kind]}</b> {say(`${kind}`)}
            </button>
          ),
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="import-rows" tabIndex={0} role="region" aria-label={say(`${visibleKind}`)}>
        {remarks && remarks.length > 0 && <Remarks list={remarks} heading={say(visibleKind === 'error' ? 'problem' : 'warningText')} />}
        {!remarks && rows.length > 0 && (
          <HTMLTable compact className="wide">
            <thead>
              <tr>
                <th scope="col">{say('row')}</th>
                <th scope="col">{say('record')}</th>
                <th scope="col">{say('changes')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST_ROWS).map((row) => (
                <tr key={row.row}>
                  <td className="num">{row.row}</td>
                  <td>{row.key}</td>
                  <td>
                    {(row.action === 'create' ? row.changes.slice(0, MOST_CELLS) : row.changes).map((cell) => (
                      <div key={cell.field} className="cell-change">
                        <span className="quiet">{cell.label}:</span>{' '}
                        {row.action === 'change' && (
                          <>
                            <del>
                              <Value value={cell.old} />
                            </del>{' '}
                            →{' '}
                          </>
                        )}
                        <ins>
                          <Value value={cell.new} />
                        </ins>
                      </div>
                    ))}
                    {row.action === 'create' && row.changes.length > MOST_CELLS && (
                      <span className="quiet small">{t('remove.andMore', { count: row.changes.length - MOST_CELLS })}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
        {!remarks && rows.length === 0 && <p className="quiet">{say('nothing')}</p>}
      </div>
      {(remarks ?? rows).length > MOST_ROWS && <p className="quiet small">{say('firstRows', { count: MOST_ROWS })}</p>}
    </>
  )
}

/** A list of cells with their errors or warnings. */
function Remarks({ list, heading }: { list: readonly Remark[]; heading: string }) {
  const say = useMessages()
  return (
    <HTMLTable compact className="wide">
      <thead>
        <tr>
          <th scope="col">{say('row')}</th>
          <th scope="col">{say('column')}</th>
          <th scope="col">{say('value')}</th>
          <th scope="col">{heading}</th>
        </tr>
      </thead>
      <tbody>
        {list.slice(0, MOST_ROWS).map(({ row, column, value, text }) => (
          <tr key={`${row} ${column} ${text}`}>
            <td className="num">{row > 0 ? row : ''}</td>
            <td>{column}</td>
            <td className="mono">{words(value)}</td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
