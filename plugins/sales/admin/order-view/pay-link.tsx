import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { api, DocumentCard, Moment, notifyFailure, notifySuccess, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { Order } from './types.ts'

/** Creates a pay link for another payer, to be e-mailed or copied. */
export function PayLink({ order, done }: { order: Order; done: () => void }) {
  const say = useMessages()
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
    <DocumentCard title={say('payLink')}>
      <p className="quiet small">{say('payLinkAbout')}</p>
      <div className="doc-buttons">
        {order.email && (
          <Button size="small" onClick={() => void make(true)}>
            {say('payLinkSend')}
          </Button>
        )}
        <Button size="small" onClick={() => void make(false)}>
          {say('payLinkCopy')}
        </Button>
      </div>
      {made && (
        <>
          <p className="small">
            {say('payLinkMade', { at: '' })} <Moment value={made.expires_at} />
          </p>
          <p className="small doc-text">{made.url}</p>
        </>
      )}
    </DocumentCard>
  )
}
