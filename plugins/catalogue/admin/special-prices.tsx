import { Card, Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, Day, Link, Money, useResource, useSession, useT } from 'stoa/admin'
import { messages } from './messages.ts'

const useMessages = messages('specialPrices')

const MAX_VISIBLE = 6
const intents = { now: 'success', coming: 'primary', over: 'none', off: 'none' } as const

/** Timed, group and quantity prices of a product's stock items, beside its form. */
export default function SpecialPrices({ row }: { row?: Row }) {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const prices = useResource('stock_price')
  const stocks = ((row?.stocks ?? []) as Row[]).map(({ id }) => id).join(',')
  const query = { stock_id: stocks, sort: '-id', limit: MAX_VISIBLE, language }
  const { data } = useQuery({
    queryKey: ['list', 'stock_price', query],
    queryFn: () => api<Page<Row>>('stock_price', { query }),
    enabled: stocks !== '',
  })
  if (!data || !prices) return null
  const states = prices.columns.find(({ name }) => name === 'state')?.options
  const mayAdd = me.role.permission_list.includes('create stock price')
  if (data.data.length === 0 && !mayAdd) return null
  return (
    <Card compact>
      <h2>{say('title')}</h2>
      {data.data.length === 0 && <p className="quiet small">{say('none')}</p>}
      <ul className="plain-list small">
        {data.data.map((specialPrice) => (
          <li key={specialPrice.id}>
            <Link to={adminPath(`${prices.path}/edit/${specialPrice.id}`)}>
              <Money value={String(specialPrice.price)} />
            </Link>{' '}
            <Tag minimal intent={intents[specialPrice.state as keyof typeof intents]}>
              {states?.find(({ value }) => value === specialPrice.state)?.label}
            </Tag>
            <br />
            {[specialPrice.title, specialPrice.choice, specialPrice.customer_group_name, specialPrice.membership_name]
              .filter(Boolean)
              .join(' · ')}
            {Number(specialPrice.min_quantity) > 1 && <> · {say('from', { quantity: Number(specialPrice.min_quantity) })}</>}
            {Boolean(specialPrice.starts_at ?? specialPrice.ends_at) && (
              <>
                <br />
                {specialPrice.starts_at ? <Day value={String(specialPrice.starts_at)} /> : null} –{' '}
                {specialPrice.ends_at ? <Day value={String(specialPrice.ends_at)} /> : null}
              </>
            )}
          </li>
        ))}
      </ul>
      <p>
        {mayAdd && <Link to={adminPath(`${prices.path}/create`)}>{say('add')}</Link>}
        {data.total > MAX_VISIBLE && (
          <>
            {' · '}
            <Link to={`${adminPath(prices.path)}?stock_id=${stocks}`}>{say('all', { count: data.total })}</Link>
          </>
        )}
      </p>
    </Card>
  )
}
