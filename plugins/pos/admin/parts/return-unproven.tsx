import { Checkbox } from '@blueprintjs/core'
import { api, useScanner, useT } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { parseMoney } from 'stoa/money'
import type { Article, CounterQuote } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Finder } from '../engine/find.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { AMOUNT, getAmount } from '../engine/amount.ts'
import { useGiveBack } from '../engine/use-return.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  till: MannedTill
  device: string
  finder: Finder
  onClose: () => void
}

interface Back {
  article: Article
  quantity: number
  /** Refund per unit as typed; empty for today's lowest price. */
  unit: string
}

/** Return without receipt, refunded at today's price or less. */
export function ReturnUnproven({ till, device, finder, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const { language } = useT()
  const [words, setWords] = useState('')
  const [lines, setLines] = useState<readonly Back[]>([])
  const [damaged, setDamaged] = useState(false)
  const [reason, setReason] = useState('')
  const { busy, wrong, setWrong, giveBack } = useGiveBack(till, device, onClose)
  const requestedItems = lines.map(({ article, quantity }) => ({ subject_id: article.id, quantity }))
  const { data: today } = useQuery({
    queryKey: ['pos', 'today', till.store.id, JSON.stringify(requestedItems)],
    enabled: requestedItems.length > 0,
    queryFn: () =>
      api<CounterQuote>(`store/${till.store.id}/quote`, { method: 'POST', query: { language }, body: { lines: requestedItems } }),
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
  const change = (articleId: number, part: Partial<Back>) =>
    setLines((now) => now.flatMap((line) => (line.article.id !== articleId ? [line] : part.quantity === 0 ? [] : [{ ...line, ...part }])))
  const worth = (line: Back, i: number): number => {
    const unit = getAmount(line.unit)
    if (unit !== undefined) return parseMoney(unit) * line.quantity
    return parseMoney(today?.lines[i]?.total ?? '0.00')
  }
  const sum = lines.reduce((all, line, i) => all + worth(line, i), 0)
  const amount = sum - (sum % Math.max(1, parseMoney(till.coin)))
  const send = () =>
    giveBack(
      'return',
      {
        reason,
        lines: lines.map(({ article, quantity, unit }) => ({
          subject_id: article.id,
          quantity,
          resaleable: damaged ? 0 : quantity,
          unit_price: getAmount(unit) ?? null,
        })),
      },
      '',
    )
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
      <TextField
        label={say('search')}
        leftIcon="barcode"
        autoFocus
        autoComplete="off"
        value={words}
        onValueChange={setWords}
        onKeyDown={keys}
      />
      <ul className="till-choices">
        {lines.map((line, i) => (
          <li key={line.article.id}>
            <span>
              <strong>
                {line.article.name} {line.article.choice}
              </strong>
              <span className="quiet num">{figure(worth(line, i))}</span>
            </span>
            <QuantityStepper
              name={line.article.name}
              value={line.quantity}
              removes={line.quantity <= 1}
              onChange={(quantity) => change(line.article.id, { quantity })}
            />
            <input
              className="bp6-input till-unit num"
              inputMode="decimal"
              aria-label={say('priceOf', { name: line.article.name })}
              placeholder={today?.lines[i] ? figure(Math.floor(worth({ ...line, unit: '' }, i) / line.quantity)) : ''}
              value={line.unit}
              onChange={({ target: { value } }) => {
                if (AMOUNT.test(value)) change(line.article.id, { unit: value })
              }}
            />
          </li>
        ))}
      </ul>
      <Checkbox size="large" checked={damaged} label={say('damaged')} onChange={({ currentTarget }) => setDamaged(currentTarget.checked)} />
      <TextField label={say('reason')} value={reason} maxLength={200} onValueChange={setReason} />
    </DialogForm>
  )
}
