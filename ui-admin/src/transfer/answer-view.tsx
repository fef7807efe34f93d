import { Button, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { ImportAnswer } from '#core/wire'
import { saveBlob } from '../common/download.ts'
import { useT } from '../i18n/index.ts'

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

/** One line of a CSV file. A leading sign that a spreadsheet would run as a formula is disarmed. */
const csvLine = (cells: unknown[]): string =>
  cells
    .map(
      (cell) =>
        `"${words(cell)
          .replace(/^([=+\-@])/, "'$1")
          .replaceAll('"', '""')}"`,
    )
    .join(',')

/** What an import did or would do: counts, changes cell by cell, and errors with their rows. */
export function AnswerView({ answer, name }: { answer: ImportAnswer; name: string }) {
  const { t } = useT()
  const first: Kind = answer.summary.error ? 'error' : answer.summary.change ? 'change' : 'create'
  const [shown, setShown] = useState<Kind>(first)
  const rows = answer.data.filter((row) => row.action === shown)
  const saveErrors = () => {
    const head = [t('transfer.row'), t('transfer.column'), t('transfer.value'), t('transfer.problem')]
    const lines = [csvLine(head), ...answer.errors.map((one) => csvLine([one.row, one.column, one.value, one.error]))]
    // The mark at the start tells spreadsheets that this is UTF-8.
    saveBlob(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), `${name} errors.csv`)
  }
  return (
    <>
      {answer.dry_run && <p>{t('transfer.rehearsed')}</p>}
      <div className="import-counts" role="group" aria-label={t('transfer.showOnly')}>
        {kinds.map((kind) => (
          <button key={kind} type="button" className={`is-${kind}`} aria-pressed={kind === shown} onClick={() => setShown(kind)}>
            <b className="num">{answer.summary[kind]}</b> {t(`transfer.${kind}`)}
          </button>
        ))}
      </div>
      <div className="import-rows" tabIndex={0} role="region" aria-label={t(`transfer.${shown}`)}>
        {shown === 'error' && answer.errors.length > 0 && (
          <HTMLTable compact className="wide">
            <thead>
              <tr>
                <th scope="col">{t('transfer.row')}</th>
                <th scope="col">{t('transfer.column')}</th>
                <th scope="col">{t('transfer.value')}</th>
                <th scope="col">{t('transfer.problem')}</th>
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
                <th scope="col">{t('transfer.row')}</th>
                <th scope="col">{t('transfer.record')}</th>
                <th scope="col">{t('transfer.changes')}</th>
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
        {shown !== 'error' && rows.length === 0 && <p className="quiet">{t('transfer.nothing')}</p>}
      </div>
      {(shown === 'error' ? answer.errors : rows).length > MOST_ROWS && (
        <p className="quiet small">{t('transfer.firstRows', { count: MOST_ROWS })}</p>
      )}
      {answer.errors.length > 0 && (
        <Button size="small" onClick={saveErrors}>
          {t('transfer.downloadErrors')}
        </Button>
      )}
    </>
  )
}
