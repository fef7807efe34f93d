import { Card, Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { adminPath, Day, Link, listQuery, useResource, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import './alerts.css'

interface Alert extends Row {
  level: 'low' | 'out' | 'expiring' | 'expired' | 'abnormal'
  sku: string
  /** Name when the alert was opened. */
  name: string
  goods: string | null
  choice: string | null
  stock_id: number
  quantity: number
  expiry_date: string | null
}

const MAX_ALERTS = 6
const intents = { low: 'warning', out: 'danger', expiring: 'warning', expired: 'danger', abnormal: 'danger' } as const

/** Open stock alerts on the dashboard: low, sold out, or about to expire. */
export default function AlertsCard() {
  const say = useMessages()
  const { language } = useT()
  const resource = useResource('stock_alert')
  const inventoryResource = useResource('inventory')
  const { data } = useQuery(listQuery('stock_alert', { language, page: 1, limit: 10, closed_at__empty: '1', fields: 'stock_id' }))
  if (!resource || !data) return null
  const levels = new Map(resource.columns.find((c) => c.name === 'level')?.options?.map((o) => [o.value, o.label]))
  return (
    <Card compact className="panel alerts">
      <header>
        <h2>{say('alerts')}</h2>
        <Link to={`${adminPath(resource.path)}?closed_at__empty=1`}>{say('allAlerts')}</Link>
      </header>
      {data.data.length === 0 && <p className="quiet">{say('calm')}</p>}
      <ul>
        {(data.data as Alert[]).slice(0, MAX_ALERTS).map((alert) => (
          <li key={alert.id}>
            <Tag minimal intent={intents[alert.level]}>
              {levels.get(alert.level) ?? alert.level}
            </Tag>
            <span className="alert-name">
              <Link to={`${adminPath(inventoryResource?.path ?? resource.path)}?stock_id=${alert.stock_id}`}>
                {alert.goods || alert.name}
              </Link>{' '}
              <span className="quiet small">{[alert.choice, alert.sku].filter(Boolean).join(' · ')}</span>
            </span>
            <span className="quiet small num">
              {alert.expiry_date ? <Day value={alert.expiry_date} /> : say('left', { count: alert.quantity })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
