import { Button, Callout } from '@blueprintjs/core'
import { Person, Time } from '@blueprintjs/icons'
import { api, failureLines, useNarrow, useScanner } from '#admin'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatMoney } from '../../../../core/money.ts'
import type { Article, Report } from '../../wire.ts'
import type { Drawer } from '../engine/db.ts'
import { useFigures } from '../engine/figures.ts'
import { finderOf } from '../engine/find.ts'
import { show } from '../engine/show.ts'
import { add, empty, type Line, type Receipt, setQuantity, totalOf, unitsOf } from '../engine/ticket.ts'
import { useQuote } from '../engine/use-quote.ts'
import { useStable } from '../engine/use-stable.ts'
import { useTicket } from '../engine/use-ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import type { TillState } from '../engine/use-till.ts'
import { useTexts } from '../texts.ts'
import { Articles } from './articles.tsx'
import { DeskDialogs, type Open } from './desk-dialogs.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { KeyHint } from './key-hint.tsx'
import { Lines } from './lines.tsx'
import { park, useParked } from './parked.tsx'
import { Plain } from './plain.tsx'
import { Sums } from './sums.tsx'

/** Numbers of orders, as they are printed on papers of them. */
const ORDER = /^SO\d{8,}$/i

interface Props {
  state: TillState & { till: MannedTill }
  drawer: Drawer
  plain: boolean
}

/** The counter at work: what there is on one side, the ticket on the other. */
export function Desk({ state, drawer, plain }: Props) {
  const say = useTexts()
  const figure = useFigures()
  const client = useQueryClient()
  const narrow = useNarrow()
  const { till, articles, online } = state
  const store = till.store.id
  const { ticket, change } = useTicket(store)
  const { quote, error: quoteError } = useQuote(
    { store, session: drawer.session, device: state.device, cashier: till.cashier },
    ticket,
    online,
  )
  const finder = useMemo(() => finderOf(articles), [articles])
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<Open>()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [side, setSide] = useState<'products' | 'ticket'>('products')
  const field = useRef<HTMLInputElement>(null)
  const parked = useParked(store, online)
  const close = () => setOpen(undefined)

  const take = useStable<[Article, number?]>((article, quantity = 1) => {
    setWrong((now) => (now.length === 0 ? now : []))
    change((now) => add(now, article, quantity))
  })
  const code = useStable((typed: string) => {
    const [, count, rest] = /^(\d{1,4})\s*[*x×]\s*(.+)$/i.exec(typed) ?? []
    const found = finder.byCode(rest ?? typed)
    if (found) return take(found, Math.max(1, Number(count ?? 1)))
    // The paper of an order is no article: whoever scans it came for the goods.
    if (ORDER.test(typed.trim()) && online) return setOpen({ what: 'pickup', number: typed.trim() })
    navigator.vibrate?.(200)
    setWrong([say('unknown', { code: rest ?? typed })])
  })
  // What a dialog asks for is typed or scanned into it.
  useScanner(
    (scanned) => {
      if (open) close()
      code(scanned)
    },
    !open || open.what === 'sold',
    open ? undefined : field,
  )
  // What changed its price meanwhile costs the new one, before anybody is told the total.
  useEffect(() => {
    const now = new Map(articles.map((article) => [article.id, article]))
    change((held) =>
      held.lines.some(({ article }) => (now.get(article.id)?.pay ?? article.pay) !== article.pay)
        ? {
            ...held,
            lines: held.lines.map((line) => ({
              ...line,
              article: { ...line.article, pay: now.get(line.article.id)?.pay ?? line.article.pay },
            })),
          }
        : held,
    )
  }, [articles, change])
  const total = quote?.total ?? formatMoney(totalOf(ticket))
  useEffect(() => {
    const off = quote?.off.map(({ label, amount }) => ({ label, amount })) ?? []
    const sold = open?.what === 'sold' ? { sold: { total: open.receipt.total, change: open.receipt.change } } : {}
    show(store, { shop: till.shop, currency: till.currency, ticket, total, off, ...sold })
  }, [store, till.shop, till.currency, ticket, total, quote, open])

  const full = ticket.lines.length > 0
  const hold = async () => {
    if (!full) return setOpen({ what: 'parked' })
    try {
      await park(store, ticket)
      change(() => empty)
      await client.invalidateQueries({ queryKey: ['pos', 'parked', store] })
    } catch (error) {
      setWrong(online ? failureLines(error) : [say('needsNetwork')])
    }
  }
  const charge = () => {
    if (full) setOpen({ what: 'charge' })
  }
  const keys = useRef<Record<string, () => void>>({})
  useEffect(() => {
    keys.current = {
      F2: () => field.current?.focus(),
      F4: () => setOpen({ what: 'member' }),
      F7: () => (online ? setOpen({ what: 'pickup' }) : setWrong([say('needsNetwork')])),
      F8: () => void hold(),
      F9: charge,
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = keys.current[event.key]
      if (!run || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('.bp6-dialog')) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const report = async () => {
    try {
      setOpen({ what: 'report', report: await api<Report>(`store/${store}/session/${drawer.session}/report`) })
    } catch (error) {
      setWrong(failureLines(error))
    }
  }
  const next = () => {
    close()
    setSide('products')
    setWords('')
    setWrong([])
    if (plain || !matchMedia('(pointer: coarse)').matches) setTimeout(() => field.current?.focus())
  }
  const sold = (receipt: Receipt, waits: boolean) => {
    state.lowerAvailable(ticket.lines)
    change(() => empty)
    setOpen({ what: 'sold', receipt, waits })
    if (!waits) void client.invalidateQueries({ queryKey: ['pos', 'quote'] })
  }
  const count = unitsOf(ticket)
  const price = useStable((line: Line) => setOpen({ what: 'price', line }))
  const quantity = useStable((key: string, n: number) => change((now) => setQuantity(now, key, n)))
  const lines = <Lines lines={ticket.lines} onPrice={till.may.reprice ? price : undefined} onQuantity={quantity} />

  return (
    <div className={`till-desk ${plain ? 'is-plain' : ''} ${narrow && !plain ? `shows-${side}` : ''}`}>
      {plain ? (
        <Plain finder={finder} words={words} onWords={setWords} onCode={code} onTake={take} field={field} />
      ) : (
        <Articles
          finder={finder}
          articles={articles}
          categories={till.categories}
          words={words}
          onWords={setWords}
          onTake={take}
          onCode={code}
          field={field}
        />
      )}
      <section className="till-ticket" aria-label={say('ticket')}>
        <header className="till-ticket-head">
          <Button
            variant="minimal"
            size="large"
            icon={<Person aria-hidden />}
            text={ticket.customer?.name ?? say('member')}
            endIcon={<KeyHint name="F4" />}
            aria-keyshortcuts="F4"
            intent={ticket.customer ? 'primary' : 'none'}
            onClick={() => setOpen({ what: 'member' })}
          />
          <span className="till-push" />
          <Button variant="minimal" size="large" icon={<Time aria-hidden />} onClick={() => setOpen({ what: 'parked' })}>
            {say('parked')}
            {(parked.data?.data.length ?? 0) > 0 && <b className="till-count">{parked.data?.data.length}</b>}
          </Button>
          <DeskMenu
            till={till}
            full={full}
            online={online}
            member={ticket.customer !== undefined}
            plain={plain}
            onOpen={setOpen}
            onReport={() => void report()}
          />
        </header>
        <div className="till-said" role="alert">
          {wrong.map((line) => (
            <Callout key={line} intent="warning" icon={false} compact>
              {line}
            </Callout>
          ))}
          {online && quoteError !== null && quoteError !== undefined && (
            <Callout intent="danger" icon={false} compact>
              {failureLines(quoteError).join(' ')}
            </Callout>
          )}
        </div>
        {full ? lines : <p className="till-nothing quiet">{plain ? say('emptyPlain') : say('emptyTicket')}</p>}
        <footer className="till-foot-bar">
          <Sums ticket={ticket} quote={quote} currency={till.currency} alone={!online} />
          <div className="till-bar">
            <Button size="large" className="phone-button" disabled={!full} aria-keyshortcuts="F8" onClick={() => void hold()}>
              {say('hold')} <KeyHint name="F8" />
            </Button>
            <Button
              size="large"
              intent="primary"
              className="phone-button till-main"
              disabled={!full}
              aria-keyshortcuts="F9"
              onClick={charge}
            >
              {say('charge')} <span className="num">{full && figure(total)}</span> <KeyHint name="F9" />
            </Button>
          </div>
        </footer>
      </section>
      {narrow && !plain && (
        <nav className="till-tabs">
          <Button
            className="phone-button"
            active={side === 'products'}
            aria-pressed={side === 'products'}
            onClick={() => setSide('products')}
          >
            {say('products')}
          </Button>
          <Button className="phone-button" active={side === 'ticket'} aria-pressed={side === 'ticket'} onClick={() => setSide('ticket')}>
            {say('showTicket', { total: figure(total) })} {count > 0 && <b className="till-count">{count}</b>}
          </Button>
        </nav>
      )}
      <DeskDialogs
        open={open}
        state={state}
        drawer={drawer}
        ticket={ticket}
        quote={quote}
        finder={finder}
        change={change}
        onClose={close}
        onNext={next}
        onSold={sold}
        onHanded={(receipt) => setOpen({ what: 'sold', receipt, waits: false })}
        onChanged={() => {
          close()
          setWrong([say('priceChanged')])
          void state.refresh()
          void client.invalidateQueries({ queryKey: ['pos', 'quote'] })
        }}
      />
    </div>
  )
}
