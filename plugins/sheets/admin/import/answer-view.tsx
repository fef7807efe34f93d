import { HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { ImportAnswer } from '../../wire.ts'
import { useT } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from '../texts.ts'

const MOST_ROWS = 100
/** Cells of a new record that are shown; of a changed one all are. */
const MOST_CELLS = 4
type Kind = 'create' | 'change' | 'unchanged' | 'error'
const kinds: Kind[] = ['create', 'change', 'unchanged', 'error']

const words = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(words).join(', ') || '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an import did or would do: counts, changes cell by cell, and errors with their rows. */
export function AnswerView({ answer }: { answer: ImportAnswer }) {
  const { t } = useT()
  const say = useTexts()
  const first: Kind = answer.summary.error ? 'error' : answer.summary.change ? 'change' : 'create'
  const [shown, setShown] = useState<Kind>(first)
  const rows = answer.data.filter((row) => row.action === shown)
  return (
    <>
      {answer.dry_run && <p>{say('rehearsed')}</p>}
      <div className="import-counts" role="group" aria-label={say('showOnly')}>
        {kinds.map((kind) => (
          <button key={kind} type="button" className={`is-${kind}`} aria-pressed={kind === shown} onClick={() => setShown(kind)}>
            <b className="num">{answer.summary[kind]}</b> {say(`${kind}`)}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="import-rows" tabIndex={0} role="region" aria-label={say(`${shown}`)}>
        {shown === 'error' && answer.errors.length > 0 && (
          <HTMLTable compact className="wide">
            <thead>
              <tr>
                <th scope="col">{say('row')}</th>
                <th scope="col">{say('column')}</th>
                <th scope="col">{say('value')}</th>
                <th scope="col">{say('problem')}</th>
              </tr>
            </thead>
            <tbody>
              {answer.errors.slice(0, MOST_ROWS).map((one) => (
                <tr key={`${one.row} ${one.column} ${one.error}`}>
                  <td className="num">{one.row}</td>
                  <td>{one.column}</td>
                  <td className="mono">{words(one.value)}</td>
                  <td>{one.error}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
        {shown !== 'error' && rows.length > 0 && (
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
                            <del>{words(cell.old)}</del> →{' '}
                          </>
                        )}
                        <ins>{words(cell.new)}</ins>
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
        {shown !== 'error' && rows.length === 0 && <p className="quiet">{say('nothing')}</p>}
      </div>
      {(shown === 'error' ? answer.errors : rows).length > MOST_ROWS && (
        <p className="quiet small">{say('firstRows', { count: MOST_ROWS })}</p>
      )}
    </>
  )
}
