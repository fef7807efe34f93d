import { Button, Callout, Checkbox, Spinner } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, useSyncExternalStore } from 'react'
import {
  adminPath,
  api,
  ApiError,
  failureLines,
  forget,
  go,
  LoadError,
  notifySuccess,
  PhonePage,
  postOnce,
  ScanField,
  useT,
} from 'stoa/admin'
import { underWay } from '../../domain/statuses.ts'
import type { PoLine, PoView } from '../../api-types.ts'
import { useMessages as usePoTexts } from '../messages.ts'
import { getBody, getCounting, getCount, keep, getLine } from './counting.ts'
import { useMessages } from './messages.ts'

const FAULT = 500

/** Counts a delivery by scanning, on a phone or with a hand scanner. */
export default function ScanScreen() {
  const say = useMessages()
  const id = Number(location.pathname.split('/').at(-2))
  const { language } = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['po', 'scan', id, language],
    queryFn: () => api<PoView>(`po/${id}/view`, { query: { language } }),
  })
  const back = { to: adminPath(`po/${id}`), label: say('back') }
  if (data && underWay.includes(data.status)) return <Counter order={data} back={back} />
  return (
    <PhonePage title={say('title')} back={back}>
      {error ? <LoadError error={error} retry={refetch} /> : data ? <Callout>{say('closed')}</Callout> : <Spinner />}
    </PhonePage>
  )
}

const getName = (line: PoLine | undefined) => (line ? [line.name, line.options].filter(Boolean).join(' – ') : '')

function Counter({ order, back }: { order: PoView; back: { to: string; label: string } }) {
  const say = useMessages()
  const sayPo = usePoTexts()
  const id = useId()
  const client = useQueryClient()
  const [counter] = useState(() => getCounting(order.id))
  const counting = useSyncExternalStore(counter.listen, counter.now)
  const [announcement, setAnnouncement] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const locked = busy || counting.sent !== undefined
  const lines = order.lines.filter((line) => line.open > 0 || getCount(counting, line.id) > 0)
  const add = (line: PoLine) => {
    if (!counter.add(line.id)) return setWrong([say('unsure')])
    setWrong([])
    setAnnouncement(say('counted', { name: getName(line), count: getCount(counter.now(), line.id), open: line.open }))
  }
  const scan = (code: string) => {
    if (counter.now().sent) return setWrong([say('unsure')])
    const line = getLine(order.lines, code, counter.now())
    if (line) return add(line)
    navigator.vibrate?.(200)
    setWrong([say('unknown', { code })])
  }
  const undo = () => {
    const last = order.lines.find((line) => line.id === counter.now().units.at(-1))
    counter.change((now) => ({ ...now, units: now.units.slice(0, -1) }))
    setAnnouncement(say('undone', { name: getName(last) }))
  }
  const book = async () => {
    // Saved before it is sent, so that a retry sends the same body with the same idempotency key.
    const sent = counter.now().sent ?? { key: crypto.randomUUID(), body: getBody(order.lines, counter.now()) }
    setBusy(true)
    setWrong([])
    counter.change((now) => ({ ...now, sent }))
    try {
      const { number } = await postOnce<{ number: string }>(`po/${order.id}/receipt`, sent.body, sent.key)
      keep(order.id, undefined)
      notifySuccess(sayPo('posted'), [number])
      forget('po')
      await client.invalidateQueries({ queryKey: ['po'] })
      go(back.to)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError) || error.status >= FAULT) return
      // The server rejected the request, so nothing was booked.
      const { code } = error
      counter.change(({ sent: _, ...open }) => ({ ...open, ...(code === 'OVER_RECEIPT' ? { over: open.over ?? false } : {}) }))
      const counted = order.lines.filter((line) => getCount(counter.now(), line.id) > 0)
      setWrong(failureLines(error, (field) => getName(counted[Number(field.split('.')[1])]) || field))
    }
  }
  const [latest] = counting.units.slice(-1)
  return (
    <PhonePage
      title={say('title')}
      lead={`${order.number} · ${order.supplier.name}`}
      back={back}
      actions={
        <>
          <Button size="large" className="phone-button" disabled={locked || counting.units.length === 0} onClick={undo}>
            {say('undo')}
          </Button>
          <Button
            size="large"
            className="phone-button"
            intent="primary"
            loading={busy}
            disabled={counting.units.length === 0}
            onClick={() => void book()}
          >
            {counting.sent ? say('again') : say('book', { count: counting.units.length })}
          </Button>
        </>
      }
    >
      <ScanField label={say('code')} onCode={scan} />
      <div role="alert">
        {(counting.sent && !busy ? [say('unsure')] : wrong).map((line) => (
          <Callout key={line} intent="danger" icon={false}>
            {line}
          </Callout>
        ))}
      </div>
      <p role="status" className={announcement ? 'phone-hint' : 'sr-only'}>
        {announcement}
      </p>
      {counting.over !== undefined && (
        <Checkbox
          size="large"
          disabled={locked}
          checked={counting.over}
          label={sayPo('keepOver')}
          onChange={({ currentTarget: { checked } }) => counter.change((now) => ({ ...now, over: checked }))}
        />
      )}
      <h2>{say('expected')}</h2>
      <ul className="phone-list">
        {lines.map((line) => (
          <li key={line.id} className={line.id === latest ? 'is-last' : undefined}>
            <div className="phone-row">
              <div>
                <strong>{getName(line)}</strong>
                <div className="quiet small">{line.sku}</div>
              </div>
              <span className="phone-far num">{say('of', { count: getCount(counting, line.id), open: line.open })}</span>
              <Button
                size="large"
                className="phone-button"
                disabled={locked}
                aria-label={say('one', { name: getName(line) })}
                onClick={() => add(line)}
              >
                +1
              </Button>
            </div>
            {line.dated && getCount(counting, line.id) > 0 && (
              <label htmlFor={`${id}-${line.id}`}>
                {sayPo('expiry')}
                <input
                  id={`${id}-${line.id}`}
                  type="date"
                  className="bp6-input bp6-fill"
                  disabled={locked}
                  value={counting.expiry[line.id] ?? ''}
                  onChange={({ target: { value } }) => counter.change((now) => ({ ...now, expiry: { ...now.expiry, [line.id]: value } }))}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
    </PhonePage>
  )
}
