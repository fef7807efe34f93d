import { useState } from 'react'
import type { Waiting } from '../engine/db.ts'
import { sendApproved } from '../engine/queue.ts'
import { useCall } from '../engine/use-call.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { isComplete, type PersonByPin, PersonByPinFields } from './person-by-pin.tsx'

/** Errors of an offline ticket that an approval can resolve. */
const ANSWERED = ['TICKET_NEEDS_APPROVAL', 'OUT_OF_STOCK']

/** Whether a rejected ticket can be approved. */
export const isApprovable = ({ refused, path }: Waiting): boolean => path === 'ticket' && ANSWERED.includes(refused?.code ?? '')

/** Approval of a rejected offline ticket by PIN. */
export function ApproveDialog({ item, onClose }: { item: Waiting; onClose: () => void }) {
  const say = useMessages()
  const [person, setPerson] = useState<PersonByPin>({ pin: '' })
  const { busy, wrong, call } = useCall()
  const send = async () => {
    const { id, pin } = person
    if (id === undefined) return
    if (await call(() => sendApproved(item, id, pin))) setPerson({ id, pin: '' })
    else onClose()
  }
  return (
    <DialogForm
      title={say('approveTicket', { number: item.receipt.number })}
      go={say('approve')}
      busy={busy}
      blockedBy={isComplete(person) ? undefined : say('enterPerson')}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      <p className="quiet">{item.refused?.lines.join(' ')}</p>
      <PersonByPinFields store={item.store} value={person} onChange={setPerson} />
    </DialogForm>
  )
}
