import { useNarrow, useScanner } from 'stoa/admin'
import { useRef, useState } from 'react'
import type { Article } from '../../api-types.ts'
import { add } from '../engine/ticket.ts'
import { type DeskProps, useDesk } from '../engine/use-desk.ts'
import { useDeskActions } from '../engine/use-desk-actions.ts'
import { useFunctionKeys } from '../engine/use-function-keys.ts'
import { useStable } from '../engine/use-stable.ts'
import { useMessages } from '../messages.ts'
import { Articles } from './articles.tsx'
import { DeskDialogs } from './desk-dialogs.tsx'
import { type DeskSide, DeskTabs } from './desk-tabs.tsx'
import { Plain } from './code-input.tsx'
import { TicketPanel } from './ticket-panel.tsx'

/** Order numbers, as printed on documents. */
const ORDER = /^SO\d{8,}$/i

/** Register screen: items on one side, the sale on the other. */
export function Desk(props: DeskProps) {
  const say = useMessages()
  const narrow = useNarrow()
  const desk = useDesk(props)
  const actions = useDeskActions(desk)
  const { state, plain, change, finder, dialog, setDialog, setProblems } = desk
  const { till, articles, online } = state
  const [words, setWords] = useState('')
  const [side, setSide] = useState<DeskSide>('products')
  const field = useRef<HTMLInputElement>(null)

  const addArticle = useStable<[Article, number?]>((article, quantity = 1) => {
    setProblems((now) => (now.length === 0 ? now : []))
    change((now) => add(now, article, quantity))
  })
  const enterCode = useStable((typed: string) => {
    const [, count, rest] = /^(\d{1,4})\s*[*x×]\s*(.+)$/i.exec(typed) ?? []
    const found = finder.byCode(rest ?? typed)
    if (found) return addArticle(found, Math.max(1, Number(count ?? 1)))
    // Scanning an order's document opens its pickup.
    if (ORDER.test(typed.trim()) && online) return setDialog({ kind: 'pickup', number: typed.trim() })
    navigator.vibrate?.(200)
    setProblems([say('unknown', { code: rest ?? typed })])
  })
  // While a dialog is open, scans go to the dialog.
  useScanner(
    (scanned) => {
      if (dialog) setDialog(undefined)
      enterCode(scanned)
    },
    !dialog || dialog.kind === 'sold',
    dialog ? undefined : field,
  )
  useFunctionKeys({
    F2: () => field.current?.focus(),
    F4: () => setDialog({ kind: 'member' }),
    F7: actions.openPickup,
    F8: () => void actions.parkTicket(),
    F9: actions.charge,
  })
  const startNext = () => {
    setDialog(undefined)
    setSide('products')
    setWords('')
    setProblems([])
    if (plain || !matchMedia('(pointer: coarse)').matches) setTimeout(() => field.current?.focus())
  }
  const search = { finder, words, onWords: setWords, onTake: addArticle, onCode: enterCode, field }

  return (
    <div className={`till-desk ${plain ? 'is-plain' : ''} ${narrow && !plain ? `shows-${side}` : ''}`}>
      {plain ? <Plain {...search} /> : <Articles {...search} articles={articles} categories={till.categories} />}
      <TicketPanel
        desk={desk}
        onCharge={actions.charge}
        onPark={() => void actions.parkTicket()}
        onReport={() => void actions.showReport()}
      />
      {narrow && !plain && <DeskTabs desk={desk} side={side} onSide={setSide} />}
      <DeskDialogs desk={desk} onNext={startNext} onSold={actions.finishSale} onChanged={actions.reloadPrices} />
    </div>
  )
}
