import { Callout, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import {
  adminPath,
  api,
  BlockableButton,
  failureLines,
  forget,
  go,
  Moment,
  notifyFailure,
  notifySuccess,
  TypedConfirm,
  useFormDirty,
  useResource,
  useT,
} from 'stoa/admin'
import type { AudienceCount } from '../api-types.ts'
import { LeftOut } from './excluded-counts.tsx'
import { PreviewDialog } from './preview.tsx'
import { useMessages } from './messages.ts'

/** Actions beside the form of a broadcast: preview, and the next step, which is to send it. */
export default function BroadcastHead({ row }: { row: Row & { status?: string; channel?: string; send_at?: string | null } }) {
  const say = useMessages()
  const dirty = useFormDirty()
  const [open, setOpen] = useState<'preview' | 'send' | null>(null)
  const mayLook = useResource('broadcast_recipient') !== undefined
  // Sending and pausing need the same permission.
  const maySend = useResource('broadcast')?.actions.some(({ name }) => name === 'pause') ?? false
  const { status = '', channel = 'email' } = row
  return (
    <>
      {mayLook && (
        <BlockableButton blockedBy={dirty ? say('saveFirst') : undefined} onClick={() => setOpen('preview')}>
          {say('preview')}
        </BlockableButton>
      )}
      {status === 'draft' && maySend && (
        <BlockableButton intent="primary" blockedBy={dirty ? say('saveFirst') : undefined} onClick={() => setOpen('send')}>
          {row.send_at ? say('plan') : say('send')}
        </BlockableButton>
      )}
      {open === 'preview' && (
        <PreviewDialog id={row.id} channel={channel} trial={status === 'draft' || status === 'pending'} close={() => setOpen(null)} />
      )}
      {open === 'send' && <SendDialog row={row} close={() => setOpen(null)} />}
    </>
  )
}

/** Whether the broadcast starts at once: it has no send time, or the send time has passed. */
const isDue = (sendAt: string | null | undefined): boolean => !sendAt || Date.parse(sendAt) <= Date.now()

/** Confirmation before sending: shows the recipient count and the exclusions, and asks the user to type the count. */
function SendDialog({ row, close }: { row: Row & { send_at?: string | null }; close: () => void }) {
  const say = useMessages()
  const { language } = useT()
  const { data, error } = useQuery({
    queryKey: ['list', 'broadcast', 'counted', row.id],
    queryFn: () => api<AudienceCount>(`broadcast/${row.id}/count`),
    staleTime: 0,
    gcTime: 0,
  })
  const send = async () => {
    try {
      await api(`broadcast/${row.id}/launch`, { method: 'POST', body: { count }, query: { language } })
      forget('broadcast')
      notifySuccess(say('onItsWay'))
      if (isDue(row.send_at)) go(adminPath(`broadcast/history/${row.id}`))
    } catch (failure) {
      notifyFailure(say('notSent'), failure)
    }
    close()
  }
  const count = data?.to_send ?? 0
  const word = `SEND ${count}`
  // A scheduled broadcast may have no recipients yet. The audience is evaluated again when it starts.
  const hasNoRecipients = data?.to_send === 0 && !row.send_at
  return (
    <TypedConfirm
      title={say('sendTitle')}
      word={data ? word : '\0'}
      ask={say('sendAsk', { word })}
      blockedBy={hasNoRecipients ? say('sendNobody') : undefined}
      confirm={say('send')}
      onConfirm={() => void send()}
      onCancel={close}
    >
      {!data && !error && <Spinner size={24} />}
      {error && (
        <Callout intent="danger" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      {data && <LeftOut audienceCount={data} />}
      {row.send_at && (
        <p>
          {say('sendAt')} <Moment value={row.send_at} />
        </p>
      )}
    </TypedConfirm>
  )
}
