import { Card, Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, Day, Link, Money, useResource, useSession, useT } from 'stoa/admin'
import { texts } from './texts.ts'

const useMessages = texts('specialPrices')

const SHOWN = 6
const intents = { now: 'success', coming: 'primary', over: 'none', off: 'none' } as const

/** Timed, group and quantity prices of a product's stock items, beside its form. */
export default function SpecialPrices({ row }: { row?: Row }) {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const prices = useResource('stock_price')
  const stocks = ((row?.stocks ?? []) as Row[]).map(({ id }) => id).join(',')
  const query = { stock_id: stocks, sort: '-id', limit: SHOWN, language }
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
        {data.data.map((one) => (
          <li key={one.id}>
            <Link to={adminPath(`${prices.path}/edit/${one.id}`)}>
              <Money value={String(one.price)} />
            </Link>{' '}
            <Tag minimal intent={intents[one.state as keyof typeof intents]}>
              {states?.find(({ value }) => value === one.state)?.label}
            </Tag>
            <br />
            {[one.title, one.choice, one.customer_group_name, one.membership_name].filter(Boolean).join(' · ')}
            {Number(one.min_quantity) > 1 && <> · {say('from', { quantity: Number(one.min_quantity) })}</>}
            {Boolean(one.starts_at ?? one.ends_at) && (
              <>
                <br />
                {one.starts_at ? <Day value={String(one.starts_at)} /> : null} – {one.ends_at ? <Day value={String(one.ends_at)} /> : null}
              </>
            )}
          </li>
        ))}
      </ul>
      <p>
        {mayAdd && <Link to={adminPath(`${prices.path}/create`)}>{say('add')}</Link>}
        {data.total > SHOWN && (
          <>
            {' · '}
            <Link to={`${adminPath(prices.path)}?stock_id=${stocks}`}>{say('all', { count: data.total })}</Link>
          </>
        )}
      </p>
    </Card>
  )
}
