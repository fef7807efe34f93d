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
  const [form, setForm] = useState({
    event_id: 0,
    quantity: '1',
    email: '',
    first_name: '',
    last_name: '',
    comment: '',
    payment_method: '',
    here: false,
  })
  const [choice, setChoice] = useState<Choice>({ date: todayIn(manifest.site.time_zone), time: null, ready: false })
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
    const { event_id, quantity, payment_method, here } = form
    const email = form.email.trim() || null
    const body = { ...form, date, time, quantity: Number(quantity), email, payment_method: payment_method || null }
    const values = [event_id, date, time ?? '', quantity, payment_method, String(here)].join('-').replaceAll(/[^\w-]/g, '')
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
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  return { form, change, choice, setChoice, labels, errors, lines, busy, make }
}
