import type { Row } from 'stoa/api-types'
import { BoardLine, Day, type ListBoardProps, Money, StateBoard, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** The fields of a purchase order that its card shows. */
interface PoCard extends Row {
  number: string | null
  supplier_name: string
  currency: string
  total: string
  base_total: string
  expected_at: string | null
  created_by: number | null
  lines: { quantity: number; received_quantity: number }[]
}

const statuses = ['draft', 'pending', 'approved', 'rejected', 'sent', 'partial_received', 'received', 'completed', 'abnormal']
const fields = ['base_total', 'created_by', 'lines']

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** Purchase orders in columns by status. */
export default function PoBoard(props: ListBoardProps) {
  const say = useMessages()
  const { me } = useSession()
  return (
    <StateBoard<PoCard>
      {...props}
      statuses={statuses}
      fields={fields}
      getName={(row) => row.supplier_name}
      // A purchase order must be approved by another person.
      offers={(row, move) => move.name !== 'approve' || row.created_by !== me.id}
      getAmount={(row) => row.base_total}
      renderCard={(row) => (
        <>
          <BoardLine
            start={<Money value={row.total} currency={row.currency} />}
            end={<span className="quiet small num">{row.number}</span>}
          />
          <BoardLine
            start={
              <span className="small">
                {say('lines')}: {row.lines.length}
              </span>
            }
            end={
              <span className="small num">
                {say('ofOrdered', {
                  came: sum(row.lines.map((line) => line.received_quantity)),
                  ordered: sum(row.lines.map((line) => line.quantity)),
                })}
              </span>
            }
          />
          {row.expected_at && (
            <div className="quiet small">
              {say('expected')} <Day value={row.expected_at} />
            </div>
          )}
        </>
      )}
    />
  )
}
