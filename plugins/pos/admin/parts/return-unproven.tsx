import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { api, failureLines, notify, notifySuccess, useScanner, useT } from '#admin'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { parseMoney } from '../../../../core/money.ts'
import type { Article, CounterQuote } from '../../wire.ts'
import { useFigures } from '../engine/figures.ts'
import type { Finder } from '../engine/find.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { nothingOn } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { amountOf } from '../engine/amount.ts'
import { useTexts } from '../texts.ts'
import { DialogForm } from './dialog-form.tsx'

interface Props {
  till: MannedTill
  device: string
  finder: Finder
  onClose: () => void
}

interface Back {
  article: Article
  quantity: number
  /** What is given for one, as it is typed; empty for the lowest price of today. */
  unit: string
}

/** Takes goods back that nobody has a receipt for: what they cost today is given for them, or less. */
export function ReturnUnproven({ till, device, finder, onClose }: Props) {
  const say = useTexts()
  const figure = useFigures()
  const { language } = useT()
  const id = useId()
  const [words, setWords] = useState('')
  const [lines, setLines] = useState<readonly Back[]>([])
  const [damaged, setDamaged] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const asked = lines.map(({ article, quantity }) => ({ subject_id: article.id, quantity }))
  const { data: today } = useQuery({
    queryKey: ['pos', 'today', till.store.id, JSON.stringify(asked)],
    enabled: asked.length > 0,
    queryFn: () => api<CounterQuote>(`store/${till.store.id}/quote`, { method: 'POST', query: { language }, body: { lines: asked } }),
  })
  const take = (code: string) => {
    const article = finder.byCode(code) ?? finder.byWords(code)[0]
    setWords('')
    if (!article || code.trim() === '') return setWrong([say('unknown', { code })])
    setWrong([])
    setLines((now) =>
      now.some((line) => line.article.id === article.id)
        ? now.map((line) => (line.article.id === article.id ? { ...line, quantity: line.quantity + 1 } : line))
        : [...now, { article, quantity: 1, unit: '' }],
    )
  }
  useScanner(take)
  const change = (of: number, part: Partial<Back>) =>
    setLines((now) => now.flatMap((line) => (line.article.id !== of ? [line] : part.quantity === 0 ? [] : [{ ...line, ...part }])))
  const worth = (line: Back, i: number): number => {
    const unit = amountOf(line.unit)
    if (unit !== undefined) return parseMoney(unit) * line.quantity
    return parseMoney(today?.lines[i]?.total ?? '0.00')
  }
  const sum = lines.reduce((all, line, i) => all + worth(line, i), 0)
  const amount = sum - (sum % Math.max(1, parseMoney(till.coin)))
  const send = async () => {
    setBusy(true)
    setWrong([])
    try {
      const item = await finish({
        store: till.store.id,
        device,
        path: 'return',
        body: {
          cashier: till.cashier,
          reason,
          lines: lines.map(({ article, quantity, unit }) => ({
            subject_id: article.id,
            quantity,
            resaleable: damaged ? 0 : quantity,
            unit_price: amountOf(unit) ?? null,
          })),
        },
        receipt: { ...nothingOn, sold_at: new Date().toISOString(), order_number: '', cashier: till.me.name, lines: [], total: '' },
      })
      const told = await sendNow(item)
      if (told) notifySuccess(say('gaveBack', { amount: figure(told.total.replace('-', '')) }), [told.number])
      else notify({ intent: 'warning', title: say('returnWaits') })
      onClose()
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    take(event.currentTarget.value)
  }
  return (
    <DialogForm
      title={say('unproven')}
      wide
      go={lines.length > 0 ? say('giveBackAmount', { amount: figure(amount) }) : say('giveBack')}
      busy={busy}
      disabled={today === undefined}
      blockedBy={lines.length === 0 ? say('enterUnits') : reason.trim() === '' ? say('enterReason') : undefined}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      <p className="quiet">{say('unprovenLead')}</p>
      <div className="till-field">
        <label htmlFor={`${id}-words`}>{say('search')}</label>
        <InputGroup
          id={`${id}-words`}
          size="large"
          leftIcon="barcode"
          autoFocus
          autoComplete="off"
          value={words}
          onValueChange={setWords}
          onKeyDown={keys}
        />
      </div>
      <ul className="till-choices">
        {lines.map((line, i) => (
          <li key={line.article.id}>
            <span>
              <strong>
                {line.article.name} {line.article.choice}
              </strong>
              <span className="quiet num">{figure(worth(line, i))}</span>
            </span>
            <Button
              icon={<Minus aria-hidden />}
              aria-label={say(line.quantity > 1 ? 'less' : 'remove', { name: line.article.name })}
              onClick={() => change(line.article.id, { quantity: line.quantity - 1 })}
            />
            <input
              className="bp6-input till-quantity num"
              inputMode="numeric"
              aria-label={say('quantityOf', { name: line.article.name })}
              value={String(line.quantity)}
              onFocus={(event) => event.currentTarget.select()}
              onChange={({ target: { value } }) => {
                if (/^\d{0,4}$/.test(value)) change(line.article.id, { quantity: Number(value || 0) })
              }}
            />
            <Button
              icon={<Plus aria-hidden />}
              aria-label={say('more', { name: line.article.name })}
              onClick={() => change(line.article.id, { quantity: line.quantity + 1 })}
            />
            <input
              className="bp6-input till-unit num"
              inputMode="decimal"
              aria-label={say('priceOf', { name: line.article.name })}
              placeholder={today?.lines[i] ? figure(Math.floor(worth({ ...line, unit: '' }, i) / line.quantity)) : ''}
              value={line.unit}
              onChange={({ target: { value } }) => {
                if (/^\d{0,9}([.,]\d{0,2})?$/.test(value)) change(line.article.id, { unit: value })
              }}
            />
          </li>
        ))}
      </ul>
      <Checkbox size="large" checked={damaged} label={say('damaged')} onChange={({ currentTarget }) => setDamaged(currentTarget.checked)} />
      <div className="till-field">
        <label htmlFor={`${id}-why`}>{say('reason')}</label>
        <InputGroup id={`${id}-why`} size="large" value={reason} maxLength={200} onValueChange={setReason} />
      </div>
    </DialogForm>
  )
}
