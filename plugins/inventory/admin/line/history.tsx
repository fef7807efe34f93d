import { Card } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { api, ColumnCell, Moment, useResource, useT } from 'stoa/admin'
import { Pager } from '../pager.tsx'
import { useMessages } from '../messages.ts'

const PAGE = 20
const visibleColumns = ['type', 'quantity', 'balance_after', 'reason', 'remark', 'actor']

/** Ledger of one line, newest first. */
export function History({ inventory }: { inventory: number }) {
  const say = useMessages()
  const { language } = useT()
  const resource = useResource('inventory_movement')
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['list', 'inventory_movement', inventory, page, language],
    placeholderData: keepPreviousData,
    queryFn: () => api<Page<Row>>('inventory_movement', { query: { inventory_id: inventory, page, limit: PAGE, language } }),
    enabled: resource !== undefined,
  })
  if (!resource || !data) return null
  const columns = visibleColumns.flatMap((name) => resource.columns.find((c) => c.name === name) ?? [])
  return (
    <Card compact className="panel line-history">
      <h2>{say('history')}</h2>
      {data.data.length === 0 ? (
        <p className="quiet">{say('noHistory')}</p>
      ) : (
        <div className="table-scroll">
          <table className="bp6-html-table bp6-compact">
            <caption className="sr-only">{say('history')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('date')}</th>
                {columns.map((column) => (
                  <th key={column.name} scope="col">
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <tr key={row.id}>
                  <td className="nowrap">
                    <Moment value={String(row['created_at'])} />
                  </td>
                  {columns.map((column) => (
                    <td key={column.name} {...(typeof row[column.name] === 'number' ? { className: 'num' } : {})}>
                      {column.name === 'quantity' && Number(row[column.name]) > 0 ? (
                        `+${String(row[column.name])}`
                      ) : (
                        <ColumnCell column={column} value={row[column.name]} row={row} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} size={PAGE} total={data.total} turn={setPage} />
    </Card>
  )
}
