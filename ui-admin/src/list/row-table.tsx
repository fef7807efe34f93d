import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useRef, useState, type CSSProperties, type Ref } from 'react'
import type { ActionInfo, Column, Page, ResourceInfo, Row } from 'stoa/api-types'
import { ActionRunner } from '../action/action-runner.tsx'
import { rowTitle } from '../common/paths.ts'
import { LoadError } from '../common/load-error.tsx'
import { useT } from '../i18n/index.ts'
import { can, useSession } from '../state/session.ts'
import { BatchBar, type BatchJob } from './batch-bar.tsx'
import { BatchJobs } from './batch-jobs.tsx'
import { ListEmpty } from './states.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useCellSaver } from './list-data.ts'
import type { ListState } from './list-address.ts'
import { RowLine } from './row-line.tsx'
import type { Selection } from './selection.ts'
import { TableHead } from './table-head.tsx'
import { asTree, treePage } from './tree.ts'

export interface RowTableProps {
  resource: ResourceInfo
  columns: Column[]
  rows: UseQueryResult<Page>
  state: ListState
  change: (part: Partial<ListState>) => void
  selection: Selection
  tableRef: Ref<HTMLTableElement>
}

/** The table with its selection, dialogs and empty states. */
export function RowTable({ resource, columns, rows, state, change, selection, tableRef }: RowTableProps) {
  const { t } = useT()
  const { time_zone: zone } = useSession().manifest.site
  const saveCell = useCellSaver(resource)
  const [removing, setRemoving] = useState<Row | null>(null)
  const [running, setRunning] = useState<{ action: ActionInfo; ids: number[] } | null>(null)
  const [job, setJob] = useState<BatchJob | null>(null)
  const tree = resource.tree && asTree(resource, state) ? treePage(rows.data, resource.tree) : undefined
  const data = tree?.rows ?? rows.data?.data
  const drawn = useSoonAll(data)
  // Rows are memoized, so they read their neighbours through a ref.
  const latest = useRef<Row[]>([])
  useEffect(() => {
    latest.current = data ?? []
  }, [data])
  const neighbours = useCallback(() => latest.current, [])
  const { scroller, wider } = useWider()

  const selectable =
    can(resource, 'batch update') ||
    can(resource, 'batch destroy') ||
    can(resource, 'export') ||
    resource.actions.some((action) => action.batch)
  const sortField = state.sort.replace(/^-/, '')
  const sortLabel = columns.find((column) => column.name === sortField)?.label ?? sortField

  if (rows.isError && !rows.isFetching) return <LoadError error={rows.error} retry={rows.refetch} />
  if (data?.length === 0) return <ListEmpty resource={resource} state={state} change={change} />
  return (
    <>
      {selection.count > 0 && <BatchBar resource={resource} page={rows.data} selection={selection} busy={job} start={setJob} />}
      <div
        ref={scroller}
        className={wider ? 'table-scroll is-wider' : 'table-scroll'}
        role="region"
        aria-label={resource.plural}
        tabIndex={0}
      >
        <table
          ref={tableRef}
          role="table"
          className={rows.isPlaceholderData ? 'rows is-waiting' : 'rows'}
          style={{ '--columns': columns.length } as CSSProperties}
          aria-busy={rows.isFetching}
        >
          <caption className="sr-only">{t('list.caption', { things: resource.plural, field: sortLabel })}</caption>
          <TableHead
            columns={columns}
            sort={state.sort}
            change={change}
            // Offered only with rows, so that a click while loading is not lost.
            {...(selectable && data && selection.count === 0 ? { selectPage: () => selection.set(data.map((row) => row.id)) } : {})}
          />
          <tbody role="rowgroup">
            {drawn ? (
              drawn.map((row: Row) => (
                <RowLine
                  key={row.id}
                  row={row}
                  depth={tree?.depths.get(row.id) ?? 0}
                  neighbours={neighbours}
                  resource={resource}
                  columns={columns}
                  selectable={selectable}
                  checked={selection.all || selection.ids.has(row.id)}
                  pick={selection.pick}
                  saveCell={saveCell}
                  remove={setRemoving}
                  run={(action) => setRunning({ action, ids: [row.id] })}
                />
              ))
            ) : (
              <Skeleton rows={state.limit} cells={columns.length + 1} />
            )}
          </tbody>
        </table>
      </div>
      {removing && (
        <DeleteDialog
          resource={resource}
          target={{ ids: [removing.id] }}
          count={1}
          getName={() => rowTitle(resource, removing, zone)}
          close={() => setRemoving(null)}
          deleted={() => selection.pick(removing.id, false)}
        />
      )}
      {running && <ActionRunner resource={resource} {...running} batch={false} close={() => setRunning(null)} />}
      {job && <BatchJobs resource={resource} selection={selection} rows={data ?? []} job={job} close={() => setJob(null)} />}
    </>
  )
}

const FIRST_ROWS = 24

/** Renders new rows in two steps: first a screenful, the rest when the browser is idle. */
function useSoonAll(rows: Row[] | undefined): Row[] | undefined {
  const deferredRows = useDeferredValue(rows)
  return deferredRows === rows ? rows : rows?.slice(0, FIRST_ROWS)
}

/** Whether the table is wider than its container, so that the last column must be sticky. */
function useWider() {
  const [place, scroller] = useState<HTMLDivElement | null>(null)
  const [wider, setWider] = useState(false)
  useEffect(() => {
    if (!place) return undefined
    const observer = new ResizeObserver(() => setWider(place.scrollWidth > place.clientWidth + 1))
    observer.observe(place)
    if (place.firstElementChild) observer.observe(place.firstElementChild)
    return () => observer.disconnect()
  }, [place])
  return { scroller, wider }
}

function Skeleton({ rows, cells }: { rows: number; cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      <td className="tick">–</td>
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell}>
          <span className="bp6-skeleton ghost-text" style={{ width: `${40 + ((row * 7 + cell * 13) % 45)}%` }}>
            –
          </span>
        </td>
      ))}
    </tr>
  ))
}
