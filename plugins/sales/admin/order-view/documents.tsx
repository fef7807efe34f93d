import { Button, Card } from '@blueprintjs/core'
import { useState } from 'react'
import { api, apiUrl, Moment, notifyFailure, notifySuccess, useSession } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'
import type { Order } from './types.ts'

/** Papers of an order, in its language. */
export function Documents({ order }: { order: Order }) {
  const say = useTexts()
  const papers = ['invoice', 'packing', ...(Number(order.paid) > 0 ? ['receipt'] : [])] as const
  return (
    <Card compact>
      <h2>{say('documents')}</h2>
      <ul className="order-links">
        {papers.map((type) => (
          <li key={type}>
            <a href={apiUrl(`order/${order.id}/pdf?type=${type}`)} target="_blank" rel="noreferrer">
              {say(type as 'invoice')}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A link with which somebody else can pay, made to be mailed or passed on. */
export function PayLink({ order, done }: { order: Order; done: () => void }) {
  const say = useTexts()
  const { me } = useSession()
  const [made, setMade] = useState<{ url: string; expires_at: string }>()
  if (!['pending', 'payment_reject'].includes(order.status) || !me.role.permission_list.includes('pay order')) return null
  const make = async (send: boolean) => {
    try {
      const link = await api<{ url: string; expires_at: string }>(`order/${order.id}/pay_link`, { method: 'POST', body: { send } })
      if (!send) await navigator.clipboard.writeText(link.url).catch(() => undefined)
      setMade(link)
      notifySuccess(say('payLink'))
      done()
    } catch (error) {
      notifyFailure(say('failed'), error)
    }
  }
  return (
    <Card compact>
      <h2>{say('payLink')}</h2>
      <p className="quiet small">{say('payLinkAbout')}</p>
      <p className="order-buttons">
        {order.email && (
          <Button size="small" onClick={() => void make(true)}>
            {say('payLinkSend')}
          </Button>
        )}
        <Button size="small" onClick={() => void make(false)}>
          {say('payLinkCopy')}
        </Button>
      </p>
      {made && (
        <>
          <p className="small">
            {say('payLinkMade', { at: '' })} <Moment value={made.expires_at} />
          </p>
          <p className="small order-text">{made.url}</p>
        </>
      )}
    </Card>
  )
}
