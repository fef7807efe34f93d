import { useState } from 'react'
import { adminPath, failureLines, fieldErrors, forget, go, notify, notifySuccess, postOnce, todayIn, useSession } from 'stoa/admin'
import type { Made } from '../admin-api-types.ts'
import { useMessages } from './messages.ts'
import type { Choice } from './time-choice.tsx'

/** Form state of a new booking. */
export type NewBooking = ReturnType<typeof useMakeBooking>

/** Form state of a new booking, and its submission with an idempotency key. */
export function useMakeBooking() {
  const say = useMessages()
  const { manifest } = useSession()
  const [key] = useState(() => crypto.randomUUID())
  const [event, setEvent] = useState(0)
  const [choice, setChoice] = useState<Choice>({ date: todayIn(manifest.site.time_zone), time: null, ready: false })
  const [quantity, setQuantity] = useState('1')
  const [buyer, setBuyer] = useState({ email: '', first_name: '', last_name: '', comment: '' })
  const [method, setMethod] = useState('')
  const [here, setHere] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [lines, setLines] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const labels: Record<string, string> = {
    email: say('email'),
    first_name: say('firstName'),
    last_name: say('lastName'),
    quantity: say('places'),
  }
  const make = async () => {
    if (busy) return
    setBusy(true)
    setErrors({})
    setLines([])
    const { date, time } = choice
    const email = buyer.email.trim() || null
    const body = { event_id: event, date, time, quantity: Number(quantity), ...buyer, email, payment_method: method || null, here }
    const values = [event, date, time ?? '', quantity, method, String(here)].join('-').replaceAll(/[^\w-]/g, '')
    try {
      const made = await postOnce<Made>('booking', body, `${key}-${values}`)
      forget('booking')
      notifySuccess(say('made', { number: made.number }))
      if (made.also.length > 0) notify({ intent: 'warning', title: say('alsoBooked', { numbers: made.also.join(', ') }) })
      go(adminPath(`booking/history/${made.id}`))
    } catch (error) {
      setErrors(fieldErrors(error))
      setLines(failureLines(error, (name) => labels[name] ?? name))
    } finally {
      setBusy(false)
    }
  }
  return {
    event,
    chooseEvent: (id: number) => {
      setEvent(id)
      setChoice({ ...choice, time: null, ready: false })
    },
    choice,
    setChoice,
    quantity,
    setQuantity,
    buyer,
    changeBuyer: (part: Partial<typeof buyer>) => setBuyer({ ...buyer, ...part }),
    method,
    setMethod,
    here,
    setHere,
    labels,
    errors,
    lines,
    busy,
    make,
  }
}
