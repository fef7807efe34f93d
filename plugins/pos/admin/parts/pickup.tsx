import { Callout, NonIdealState, Spinner, Tag } from '@blueprintjs/core'
import { amountText, api, isMissing, failureLines, Moment, useDebounced, useScanner } from 'stoa/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pickup, PickupShort } from '../../api-types.ts'
import type { Receipt } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { PickupOrder } from './pickup-order.tsx'
import { Problems } from './problems.tsx'
import { TextField } from './text-field.tsx'

const REST_MS = 250

interface Props {
  till: MannedTill
  device: string
  online: boolean
  /** A scanned order number; absent for a search. */
  number?: string | undefined
  onHanded: (receipt: Receipt) => void
  onClose: () => void
}

interface Listed {
  data: PickupShort[]
  here: boolean
}

/** Finds a pickup order of this store and hands it over. */
export function PickupDialog({ till, device, online, number, onHanded, onClose }: Props) {
  const say = useMessages()
  const store = till.store.id
  const [typed, setTyped] = useState('')
  const [requestedNumber, setRequestedNumber] = useState(number)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const words = useDebounced(typed.trim(), REST_MS)
  const list = useQuery({
    queryKey: ['pos', 'pickup', store, words],
    queryFn: () => look(words),
    enabled: online && requestedNumber === undefined,
    placeholderData: keepPreviousData,
  })
  const look = (q: string) => api<Listed>(`store/${store}/pickup`, { query: { q } })
  const found = useQuery({
    queryKey: ['pos', 'pickup', store, 'order', requestedNumber],
    queryFn: () => api<Pickup>(`store/${store}/pickup/${encodeURIComponent(requestedNumber ?? '')}`),
    enabled: online && requestedNumber !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const ask = (orderNumber: string) => {
    setWrong([])
    setTyped(orderNumber)
    setRequestedNumber(orderNumber)
  }
  /** Searches immediately on Enter, without waiting for the list. */
  const seek = async (words: string) => {
    const query = words.trim()
    setTyped(query)
    setRequestedNumber(undefined)
    setWrong([])
    try {
      const { data } = await look(query)
      if (data.length < 2) ask(data[0]?.number ?? query)
    } catch (error) {
      setWrong(failureLines(error))
    }
  }
  useScanner((scanned) => void seek(scanned))
  if (requestedNumber !== undefined && found.data)
    return (
      <PickupOrder
        key={found.data.id}
        till={till}
        device={device}
        online={online}
        order={found.data}
        onAgain={() => void found.refetch()}
        onBack={() => setRequestedNumber(undefined)}
        onHanded={onHanded}
        onClose={onClose}
      />
    )
  const refused = (words: string) => (isMissing(found.error) ? [say('pickupNobody', { words })] : failureLines(found.error))
  const refusal = requestedNumber !== undefined && found.error ? refused(requestedNumber) : []
  return (
    <DialogForm
      title={say('pickup')}
      wide
      go={say('find')}
      busy={found.isFetching}
      blockedBy={online ? (typed.trim() === '' ? say('enterOrder') : undefined) : say('needsNetwork')}
      wrong={online ? [...wrong, ...refusal] : []}
      onSend={() => seek(typed)}
      onClose={onClose}
    >
      <TextField
        label={say('pickupFind')}
        leftIcon="barcode"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        maxLength={60}
        value={typed}
        onValueChange={(next) => {
          setTyped(next)
          setRequestedNumber(undefined)
        }}
      />
      {online && <Waiting list={list.data} error={requestedNumber === undefined ? list.error : null} words={words} onTake={ask} />}
    </DialogForm>
  )
}

interface WaitingProps {
  list: Listed | undefined
  error: unknown
  words: string
  onTake: (number: string) => void
}

/** Pickup orders, oldest first. */
function Waiting({ list, error, words, onTake }: WaitingProps) {
  const say = useMessages()
  if (error) return <Problems lines={failureLines(error)} />
  if (!list) return <Spinner size={32} aria-label={say('loading')} />
  if (!list.here) return <Callout icon={false}>{say('pickupNoPlace')}</Callout>
  if (list.data.length === 0) return <NonIdealState title={words === '' ? say('pickupNone') : say('pickupNobody', { words })} />
  return (
    <ul className="till-choices">
      {list.data.map((order) => (
        <li key={order.id}>
          <button type="button" className="till-pickup" onClick={() => onTake(order.number)}>
            <span>
              <strong>{order.name || order.email}</strong>
              <span className="quiet">
                {[order.number, order.phone].filter(Boolean).join(' · ')} ·{' '}
                {say(order.units === 1 ? 'pickupUnitsOne' : 'pickupUnits', { count: order.units })}
                {order.placed_at && (
                  <>
                    {' · '}
                    <Moment value={order.placed_at} />
                  </>
                )}
              </span>
            </span>
            <span className="till-tags">
              {order.ready && <Tag intent="success">{say('pickupReady')}</Tag>}
              <Money order={order} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Paid, or the amount due. */
export function Money({ order }: { order: Pick<PickupShort, 'due' | 'currency'> }) {
  const say = useMessages()
  return order.due === '0.00' ? (
    <Tag>{say('pickupPaid')}</Tag>
  ) : (
    <Tag intent="warning">{say('pickupDue', { amount: amountText(order.due, order.currency) })}</Tag>
  )
}
