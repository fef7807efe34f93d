import { Button, Dialog, DialogBody, InputGroup, Tag } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, useDebounced } from 'stoa/admin'
import type { CheckInGuests, CheckInList } from '../../../check-in-api-types.ts'
import { useMessages } from '../../messages.ts'
import type { Sent } from '../engine/db.ts'

interface Props {
  session: number
  online: boolean
  list: CheckInList | undefined
  onClose: () => void
  onScan: (scan: Partial<Sent>) => Promise<void>
}

/** Finds guests without code by name; offline by initials and number, which is all a device stores. */
export function Guests({ session, online, list, onClose, onScan }: Props) {
  const say = useMessages()
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 200)
  const { data } = useQuery({
    queryKey: ['booking', 'door', session, q],
    queryFn: ({ signal }) => api<CheckInGuests>(`booking/door/${session}/guest`, { query: { q }, signal }),
    enabled: online,
    // Keeps the previous results while loading, so that the selected guest does not disappear.
    placeholderData: keepPreviousData,
  })
  const localSeats = (list?.seats ?? [])
    .filter(({ name, number }) => `${name} ${number}`.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, 50)
    .map(({ id: seat, ...seatFields }) => ({ ...seatFields, seat }))
  const found = online && data ? data.data : localSeats
  return (
    <Dialog isOpen onClose={onClose} title={say('doorByName')} className="door-dialog">
      <DialogBody>
        <label htmlFor={id}>{say('doorSearch')}</label>
        <InputGroup id={id} fill size="large" autoFocus value={typed} autoComplete="off" onValueChange={setTyped} />
        <ul className="phone-list" aria-live="polite">
          {found.map((guest) => (
            <li key={guest.seat}>
              <div className="phone-row">
                <span>
                  <strong>{guest.name}</strong> {guest.of > 1 && `${guest.seat_no}/${guest.of}`}{' '}
                  <span className="quiet">{guest.number}</span>
                </span>
                {guest.status === 'present' ? (
                  <Tag large intent="success">
                    {say('doorHere')}
                  </Tag>
                ) : (
                  <Button
                    className="phone-button"
                    intent="primary"
                    onClick={() => {
                      onClose()
                      void onScan({ seat_id: guest.seat })
                    }}
                  >
                    {say('doorCheck')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="quiet">{say('doorNobody')}</p>}
      </DialogBody>
    </Dialog>
  )
}
