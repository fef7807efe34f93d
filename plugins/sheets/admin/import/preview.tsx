import { Callout } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureLines, useDebounced } from 'stoa/admin'
import type { ImportPreview } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import type { Reading, Sheet } from './sheet.ts'
import { previewSheet, type SheetFile } from './sheet-api.ts'

/** Debounce of the preview after the last change, in milliseconds. */
const PAUSE = 400

const getKey = (sheet: Sheet) => (typeof sheet === 'number' ? sheet : [sheet.name, sheet.size, sheet.lastModified])

/** The first records of the file under the current mapping. */
export function Preview({ resource, file, reading }: { resource: string; file: SheetFile; reading: Reading }) {
  const say = useMessages()
  const serializedReading = useDebounced(JSON.stringify(reading), PAUSE)
  const { data, error } = useQuery({
    queryKey: ['import-preview', resource, getKey(file.sheet), file.encoding, serializedReading],
    queryFn: ({ signal }) => previewSheet(resource, file, JSON.parse(serializedReading) as Reading, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className="import-preview" aria-label={say('preview')}>
      <h3>{say('preview')}</h3>
      {error ? (
        <Callout intent="warning" icon={false}>
          {failureLines(error, (field) => (field === 'columns' ? '' : field)).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Callout>
      ) : (
        data && <Records preview={data} />
      )}
    </section>
  )
}

function Records({ preview: { data, records, lines } }: { preview: ImportPreview }) {
  const say = useMessages()
  return (
    <>
      <p className="quiet small">{say('previewCount', { records, lines: lines.read })}</p>
      {data.map((record) => (
        <div key={record.row} className="preview-record">
          <Cells row={record.row} cells={record.cells} />
          {record.parts.map((part) => (
            <div key={`${part.row} ${part.depth} ${part.kind}`} className="preview-part" data-depth={part.depth}>
              <b>{part.kind}</b> <Cells row={part.row} cells={part.cells} />
            </div>
          ))}
          {record.problems.map((problem) => (
            <div key={`${problem.row} ${problem.error}`} className="preview-problem" role="alert">
              {say('row')} {problem.row}: {problem.error}
            </div>
          ))}
        </div>
      ))}
    </>
  )
}

function Cells({ row, cells }: { row: number; cells: ImportPreview['data'][number]['cells'] }) {
  const say = useMessages()
  return (
    <span title={`${say('row')} ${row}`}>
      {cells.map(({ label, text }) => (
        <span key={label} className="preview-cell">
          <span className="quiet">{label}:</span> {text.length > 60 ? `${text.slice(0, 59)}…` : text}
        </span>
      ))}
    </span>
  )
}
