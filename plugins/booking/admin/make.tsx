import { Callout, Card, Checkbox, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  adminPath,
  api,
  BlockableButton,
  failureLines,
  fieldErrors,
  forget,
  go,
  notify,
  notifySuccess,
  optionsQuery,
  PageHeader,
  postOnce,
  t,
  todayIn,
  useSession,
  useT,
} from '#admin'
import type { Made } from '../wire-admin.ts'
import { useTexts } from './texts.ts'
import { type Choice, TimeChoice } from './time-choice.tsx'
import './booking.css'

const empty = { email: '', first_name: '', last_name: '', comment: '' }

/** Writes down a booking for whoever calls or walks in. */
export default function Make() {
  const say = useTexts()
  const { language } = useT()
  const { manifest, me } = useSession()
  const id = useId()
  const [event, setEvent] = useState(0)
  const [choice, setChoice] = useState<Choice>({ date: todayIn(manifest.site.time_zone), time: null, ready: false })
  const [quantity, setQuantity] = useState('1')
  const [who, setWho] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [lines, setLines] = useState<string[]>([])
  const [method, setMethod] = useState('')
  const [here, setHere] = useState(false)
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const { data: events } = useQuery(optionsQuery('event', {}, language))
  // Who may not write orders leaves the money to the desk.
  const { data: ways } = useQuery({
    queryKey: ['order', 'ways', language],
    queryFn: ({ signal }) => api<{ payment: { code: string; title: string }[] }>('order/ways', { signal }),
    retry: false,
    enabled: me.role.permission_list.includes('create order'),
  })
  const labels: Record<string, string> = {
    email: say('email'),
    first_name: say('firstName'),
    last_name: say('lastName'),
    quantity: say('places'),
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    setLines([])
    const { date, time } = choice
    try {
      const body = {
        event_id: event,
        date,
        time,
        quantity: Number(quantity),
        ...who,
        email: who.email.trim() || null,
        payment_method: method || null,
        here,
      }
      const made = await postOnce<Made>(
        'booking',
        body,
        `${key}-${[event, date, time ?? '', quantity, method, String(here)].join('-').replaceAll(/[^\w-]/g, '')}`,
      )
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
  const field = (name: keyof typeof empty, more: object = {}) => (
    <FormGroup
      label={labels[name]}
      labelFor={`${id}-${name}`}
      intent={errors[name] ? 'danger' : 'none'}
      helperText={errors[name]?.join(' ')}
    >
      <InputGroup
        id={`${id}-${name}`}
        value={who[name]}
        maxLength={name === 'email' ? 255 : 120}
        autoComplete="off"
        onValueChange={(value) => setWho({ ...who, [name]: value })}
        {...more}
      />
    </FormGroup>
  )
  return (
    <>
      <PageHeader title={say('new')} crumbs={[{ label: say('bookings'), to: adminPath('booking/history') }]} />
      <form className="booking-make" noValidate onSubmit={(submitted) => void submit(submitted)}>
        {lines.length > 0 && (
          <Callout intent="danger" className="gap-below" role="alert">
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Callout>
        )}
        <Card compact className="gap-below">
          <FormGroup label={say('event')} labelFor={`${id}-event`}>
            <HTMLSelect
              id={`${id}-event`}
              fill
              value={String(event)}
              onChange={({ currentTarget }) => {
                setEvent(Number(currentTarget.value))
                setChoice({ ...choice, time: null, ready: false })
              }}
              options={[
                { value: '0', label: say('choose') },
                ...(events ?? []).map(({ value, label }) => ({ value: String(value), label })),
              ]}
            />
          </FormGroup>
          {event > 0 && <TimeChoice event={event} value={choice} onChange={setChoice} />}
          <FormGroup
            label={say('places')}
            labelFor={`${id}-places`}
            intent={errors['quantity'] ? 'danger' : 'none'}
            helperText={errors['quantity']?.join(' ')}
          >
            <InputGroup id={`${id}-places`} type="number" min={1} value={quantity} onValueChange={setQuantity} />
          </FormGroup>
        </Card>
        <Card compact className="gap-below">
          <div className="booking-pair">
            {field('first_name')}
            {field('last_name')}
          </div>
          {field('email', { type: 'email' })}
          <FormGroup label={say('comment')} labelFor={`${id}-comment`}>
            <TextArea
              id={`${id}-comment`}
              fill
              maxLength={2_000}
              value={who.comment}
              onChange={({ currentTarget }) => setWho({ ...who, comment: currentTarget.value })}
            />
          </FormGroup>
          {ways && (
            <FormGroup
              label={say('payBy')}
              labelFor={`${id}-pay`}
              intent={errors['payment_method'] ? 'danger' : 'none'}
              helperText={errors['payment_method']?.join(' ')}
            >
              <HTMLSelect
                id={`${id}-pay`}
                fill
                value={method}
                onChange={({ currentTarget }) => setMethod(currentTarget.value)}
                options={[
                  { value: '', label: say('payAtDesk') },
                  ...ways.payment.map(({ code, title }) => ({ value: code, label: title })),
                ]}
              />
            </FormGroup>
          )}
          <p className="quiet small">{say(method === '' ? 'money' : 'moneyOrder')}</p>
          <Checkbox size="large" checked={here} label={say('here')} onChange={({ currentTarget }) => setHere(currentTarget.checked)} />
        </Card>
        <div>
          <BlockableButton
            type="submit"
            intent="primary"
            size="large"
            loading={busy}
            blockedBy={event === 0 ? t('blocked.event') : choice.ready ? undefined : t('blocked.time')}
          >
            {say('book')}
          </BlockableButton>
        </div>
      </form>
    </>
  )
}
