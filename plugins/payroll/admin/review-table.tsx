import { Button, ButtonGroup, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { adminPath, CardTable, DocumentCard, Link, Money } from 'stoa/admin'
import type { PayrollReview } from '../api-types.ts'
import { useMessages } from './messages.ts'

type Entry = PayrollReview['data'][number]

/** Rows that are shown at first, and added by each click. */
const PAGE = 100

const filters = {
  all: () => true,
  problems: ({ problems }: Entry) => problems.length > 0,
  changed: ({ change }: Entry) => change === 'new' || change === 'left' || change === 'changed',
}

/** Each employee of a payroll: problems first, then who is new, left, or is paid another amount, with the lines that differ. */
export function ReviewTable({ review: { data, previous }, currency }: { review: PayrollReview; currency: string }) {
  const say = useMessages()
  const [filter, setFilter] = useState<keyof typeof filters>('all')
  const [count, setCount] = useState(PAGE)
  const rows = data.filter(filters[filter])
  return (
    <DocumentCard title={say('employees')}>
      <ButtonGroup className="pay-filter" role="group" aria-label={say('show')}>
        {(['all', 'problems', 'changed'] as const).map((name) => (
          <Button key={name} size="small" active={filter === name} aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {say(`filter_${name}`)} <span className="num">{data.filter(filters[name]).length}</span>
          </Button>
        ))}
      </ButtonGroup>
      {rows.length === 0 ? (
        <p className="quiet">{say('nobody')}</p>
      ) : (
        <CardTable
          caption={say('employees')}
          heads={[say('employee'), say('change'), { label: say('gross'), end: true }, { label: say('net'), end: true }]}
        >
          {rows.slice(0, count).map((row) => (
            <tr key={row.employee_id}>
              <th scope="row">
                {row.payslip_id === null ? (
                  row.employee
                ) : (
                  <Link to={adminPath(`payroll/payslip/view/${row.payslip_id}`)}>{row.employee}</Link>
                )}
                <div className="quiet small">{row.staff_no}</div>
              </th>
              <td data-label={say('change')}>
                <Change row={row} currency={currency} hasPrevious={previous !== null} />
              </td>
              <td data-label={say('gross')} className="is-end">
                {row.problems.length > 0 || row.payslip_id === null ? '–' : <Money value={row.gross} currency={currency} />}
              </td>
              <td data-label={say('net')} className="is-end">
                {row.problems.length > 0 || row.payslip_id === null ? '–' : <Money value={row.net} currency={currency} />}
                {row.previous_net !== null && row.previous_net !== row.net ? (
                  <div className="quiet small">
                    {say('before')} <Money value={row.previous_net} currency={currency} />
                  </div>
                ) : null}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
      {rows.length > count ? <Button onClick={() => setCount(count + PAGE)}>{say('show_more')}</Button> : null}
    </DocumentCard>
  )
}

function Change({ row, currency, hasPrevious }: { row: Entry; currency: string; hasPrevious: boolean }) {
  const say = useMessages()
  if (row.problems.length > 0)
    return (
      <ul className="pay-problems">
        {row.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    )
  if (!hasPrevious) return <span className="quiet">–</span>
  return (
    <div className="pay-change">
      <Tag minimal intent={row.change === 'same' ? 'none' : row.change === 'left' ? 'danger' : 'warning'}>
        {say(`change_${row.change}`)}
      </Tag>
      {row.differences.length > 0 ? (
        <ul className="pay-differences">
          {row.differences.map(({ name, kind, before, now }) => (
            <li key={`${name} ${kind}`}>
              {name} <Money value={before} currency={currency} /> → <Money value={now} currency={currency} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
