import { Button, Callout } from '@blueprintjs/core'
import { Person, Time } from '@blueprintjs/icons'
import { failureLines } from 'stoa/admin'
import { useFigures } from '../engine/figures.ts'
import { useParked } from '../engine/parked-tickets.ts'
import { type Line, setQuantity } from '../engine/ticket.ts'
import type { DeskState } from '../engine/use-desk.ts'
import { useStable } from '../engine/use-stable.ts'
import { useMessages } from '../messages.ts'
import { DeskMenu } from './desk-menu.tsx'
import { KeyHint } from './key-hint.tsx'
import { Lines } from './lines.tsx'
import { Sums } from './ticket-totals.tsx'

interface Props {
  desk: DeskState
  onCharge: () => void
  onPark: () => void
  onReport: () => void
}

/** The sale: customer, lines and totals. */
export function TicketPanel({ desk, onCharge, onPark, onReport }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const { state, plain, ticket, change, quote, quoteError, total, setDialog, problems } = desk
  const { till, online } = state
  const full = ticket.lines.length > 0
  const parked = useParked(till.store.id, online).data?.data.length ?? 0
  const price = useStable((line: Line) => setDialog({ kind: 'price', line }))
  const quantity = useStable((key: string, n: number) => change((now) => setQuantity(now, key, n)))
  return (
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
          onClick={() => setDialog({ kind: 'member' })}
        />
        <span className="till-push" />
        <Button variant="minimal" size="large" icon={<Time aria-hidden />} onClick={() => setDialog({ kind: 'parked' })}>
          {say('parked')}
          {parked > 0 && <b className="till-count">{parked}</b>}
        </Button>
        <DeskMenu desk={desk} onReport={onReport} />
      </header>
      <div className="till-said" role="alert">
        {problems.map((line) => (
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
      {full ? (
        <Lines lines={ticket.lines} onPrice={till.may.reprice ? price : undefined} onQuantity={quantity} />
      ) : (
        <p className="till-nothing quiet">{plain ? say('emptyPlain') : say('emptyTicket')}</p>
      )}
      <footer className="till-foot-bar">
        <Sums ticket={ticket} quote={quote} currency={till.currency} alone={!online} />
        <div className="till-bar">
          <Button size="large" className="phone-button" disabled={!full} aria-keyshortcuts="F8" onClick={onPark}>
            {say('hold')} <KeyHint name="F8" />
          </Button>
          <Button
            size="large"
            intent="primary"
            className="phone-button till-main"
            disabled={!full}
            aria-keyshortcuts="F9"
            onClick={onCharge}
          >
            {say('charge')} <span className="num">{full && figure(total)}</span> <KeyHint name="F9" />
          </Button>
        </div>
      </footer>
    </section>
  )
}
