import { Button, Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, forget, go, Link, notifyFailure, rowPath, StatusTag, usePlugin, useResource, useSession } from 'stoa/admin'
import type { LeadOrder } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** The order of a lead that was won, or the button that creates one. */
export function OrderOfLead({ id, version }: { id: number; version: number }) {
  const say = useMessages()
  const { manifest } = useSession()
  const orders = useResource('order')
  const sells = usePlugin('sales')
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['list', 'lead', 'order', id, version],
    queryFn: () => api<LeadOrder>(`lead/${id}/order`),
    // Without the sales plugin there are no orders.
    enabled: sells,
  })
  if (!data || (data.number === null && !data.may_open)) return null
  const open = async () => {
    setBusy(true)
    try {
      const order = await api<Row>(`lead/${id}/order`, { method: 'POST' })
      forget('lead')
      go(adminPath(`order/edit/${order.id}`))
    } catch (error) {
      notifyFailure(say('notOpened'), error)
      setBusy(false)
    }
  }
  return (
    <Card compact>
      <h2>{say('order')}</h2>
      {data.number !== null && (
        <p>
          {orders && data.order_id !== null ? <Link to={rowPath(manifest, orders, data.order_id)}>{data.number}</Link> : data.number}{' '}
          {data.status !== null && <StatusTag word={data.status} />}
        </p>
      )}
      {data.may_open && (
        <Button intent="primary" loading={busy} onClick={() => void open()}>
          {say('openOrder')}
        </Button>
      )}
    </Card>
  )
}
