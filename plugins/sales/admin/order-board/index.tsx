import type { Row } from 'stoa/api-types'
import { BoardLine, BoardPictures, type ListBoardProps, Moment, Money, StateBoard } from 'stoa/admin'
import { fullName } from 'stoa/plugins/people/admin'
import type { SoldGoods } from '../../admin-api-types.ts'
import { makesSense } from '../order-view/amount-due.ts'
import { useMessages } from '../order-view/messages.ts'
import type { Order } from '../order-view/types.ts'

/** Fields of an order card. */
interface OrderCard
  extends
    Row,
    Pick<Order, 'order_number' | 'status' | 'first_name' | 'last_name' | 'email' | 'placed_at' | 'currency' | 'total' | 'base_total'>,
    Pick<Order, 'paid' | 'refunded' | 'units_shipped'> {
  goods: SoldGoods[]
}

const statuses = ['pending', 'payment_review', 'paid', 'processing', 'shipped', 'completed', 'abnormal']
const fields = ['email', 'currency', 'total', 'first_name', 'last_name', 'base_total', 'paid', 'refunded', 'units_shipped', 'goods']

/** Orders in columns by status. */
export default function OrderBoard(props: ListBoardProps) {
  const say = useMessages()
  return (
    <StateBoard<OrderCard>
      {...props}
      statuses={statuses}
      fields={fields}
      getName={(row) => fullName(row.first_name, row.last_name) || row.email || say('walkIn')}
      offers={makesSense}
      getAmount={(row) => row.base_total}
      renderCard={(row) => (
        <>
          <BoardLine
            start={<Money value={row.total} currency={row.currency} />}
            end={<span className="quiet small num">{row.order_number}</span>}
          />
          <BoardPictures images={row.goods.map((item) => item.image)} />
          <div className="small">{row.goods.map((item) => `${item.quantity} × ${item.name}`).join(', ')}</div>
          {row.placed_at && (
            <div className="quiet small">
              <Moment value={row.placed_at} />
            </div>
          )}
        </>
      )}
    />
  )
}
