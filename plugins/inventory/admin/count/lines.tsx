import { Checkbox, InputGroup, NonIdealState, SegmentedControl } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { api, CardTable, notifyFailure, useT } from 'stoa/admin'
import { Pager } from '../pager.tsx'
import { useMessages } from '../messages.ts'
import { CountInput } from './count-input.tsx'

interface Line extends Row {
  sku: string
  name: string
  options: string
  expiry_date: string | null
  lot_code: string | null
  expected: number
  counted: number | null
}

const PAGE = 50

/** Stocktake lines with an input each. Blur or Enter saves the quantity. */
export function Lines({ id, counting, done }: { id: string; counting: boolean; done: () => void }) {
  const say = useMessages()
  const { language } = useT()
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<'all' | 'open'>('all')
  const [blind, setBlind] = useState(false)
  const [page, setPage] = useState(1)
  const words = useDeferredValue(q.trim())
  const { data } = useQuery({
    queryKey: ['list', 'stocktake_line', id, words, filter, page, language],
    placeholderData: keepPreviousData,
    queryFn: () =>
      api<Page<Line>>('stocktake_line', {
        query: { stocktake_id: id, q: words, page, limit: PAGE, language, ...(filter === 'open' ? { counted__empty: '1' } : {}) },
      }),
  })
  const save = async (line: Line, text: string) => {
    if (text.trim() === '' || Number(text) === line.counted) return
    try {
      await api(`stocktake/${id}/count`, { method: 'PUT', body: { lines: [{ id: line.id, counted: Number(text) }] } })
      done()
    } catch (error) {
      notifyFailure(say('saveFail'), error, () => say('counted'))
    }
  }
  const show = counting && blind
  return (
    <section className="panel count-lines">
      <header>
        <InputGroup
          type="search"
          aria-label={say('search')}
          placeholder={say('search')}
          value={q}
          onChange={(event) => {
            setQ(event.target.value)
            setPage(1)
          }}
        />
        <SegmentedControl
          size="small"
          aria-label={say('all')}
          value={filter}
          onValueChange={(next) => {
            setFilter(next as 'all' | 'open')
            setPage(1)
          }}
          options={[
            { value: 'all', label: say('all') },
            { value: 'open', label: say('open') },
          ]}
        />
        {counting && <Checkbox label={say('blind')} checked={blind} onChange={(event) => setBlind(event.target.checked)} />}
      </header>
      {data?.data.length === 0 && <NonIdealState title={say('none')} description={say('noneHint')} />}
      {data && data.data.length > 0 && (
        <CardTable
          caption={say('lines', { count: data.total })}
          heads={[
            say('product'),
            say('place'),
            ...(show
              ? [say('counted')]
              : [{ label: say('expected'), end: true as const }, say('counted'), { label: say('difference'), end: true as const }]),
          ]}
        >
          {data.data.map((line) => {
            const difference = line.counted === null ? null : line.counted - line.expected
            return (
              <tr key={line.id}>
                <th scope="row">
                  {line.name} {line.options && <span className="quiet">{line.options}</span>}
                  <div className="quiet small num">{line.sku}</div>
                </th>
                <td data-label={say('place')} className={line.expiry_date || line.lot_code ? 'num small' : 'num small is-nothing'}>
                  {[line.expiry_date, line.lot_code].filter(Boolean).join(' · ') || '–'}
                </td>
                {!show && (
                  <td data-label={say('expected')} className="num is-end">
                    {line.expected}
                  </td>
                )}
                <td data-label={say('counted')}>
                  {counting ? (
                    <CountInput label={say('countOf', { name: line.sku })} counted={line.counted} save={(text) => void save(line, text)} />
                  ) : (
                    <span className="num">{line.counted ?? '–'}</span>
                  )}
                </td>
                {!show && (
                  <td
                    data-label={say('difference')}
                    className={`num is-end ${difference ? (difference < 0 ? 'count-missing' : 'count-surplus') : difference === null ? 'is-nothing' : 'quiet'}`}
                  >
                    {difference === null ? '' : difference > 0 ? `+${difference}` : difference}
                  </td>
                )}
              </tr>
            )
          })}
        </CardTable>
      )}
      {data && <Pager page={page} size={PAGE} total={data.total} turn={setPage} />}
    </section>
  )
}
