import { Button, Callout } from '@blueprintjs/core'
import type { Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Taking } from '../engine/use-payment.ts'
import { useMessages } from '../messages.ts'
import { AmountRow } from './amount-row.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'
import { MoneyField } from './money-field.tsx'
import { TextField } from './text-field.tsx'

/** Suggested cash amounts in minor units: the next round ones. */
function notesFor(cents: number): number[] {
  const notes = [1_000, 2_000, 5_000, 10_000, 50_000, 100_000].map((note) => Math.ceil(cents / note) * note)
  return [...new Set(notes)].filter((note) => note > cents).slice(0, 4)
}

/** Payment input by one or several methods, with the change. */
export function TakingFields({ till, taking }: { till: Pick<Till, 'ways' | 'currency'>; taking: Taking }) {
  const say = useMessages()
  const figure = useFigures()
  const { payments, way, isCash, open, cash, odd, last, change } = taking
  return (
    <>
      <p className="till-due">
        <span>{payments.length > 0 ? say('stillToPay') : say('toPay')}</span>
        <strong className="num" data-testid="due">
          <small>{till.currency}</small> {figure(open)}
        </strong>
      </p>
      {payments.length > 0 && (
        <ul className="till-parts">
          {payments.map((p, i) => (
            <li key={`${p.method}-${p.amount}-${p.reference}`}>
              <span>{p.title}</span>
              <span className="num">{figure(p.amount)}</span>
              <Button size="small" variant="minimal" onClick={() => taking.takeOut(i)}>
                {say('takeOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {till.ways.length === 0 && <Callout intent="warning">{say('noWays')}</Callout>}
      {open > 0 && (
        <>
          <ChoiceButtons
            label={say('ways')}
            options={till.ways.map(({ code: value, title: text }) => ({ value, text }))}
            chosen={way?.code}
            onChoose={taking.choose}
          />
          <MoneyField
            label={isCash ? say('received') : say('part')}
            value={taking.typed}
            onChange={taking.setTyped}
            autoFocus
            inputRef={taking.field}
          />
          {isCash ? (
            <div className="till-chips">
              <Button className="phone-button" onClick={() => taking.setTyped(figure(cash))}>
                {say('exact')}
              </Button>
              {notesFor(cash).map((note) => (
                <Button key={note} className="phone-button num" onClick={() => taking.setTyped(figure(note))}>
                  {figure(note)}
                </Button>
              ))}
            </div>
          ) : (
            <TextField
              label={say('referenceOf')}
              value={taking.reference}
              maxLength={80}
              autoComplete="off"
              onValueChange={taking.setReference}
            />
          )}
        </>
      )}
      {isCash && odd > 0 && <AmountRow label={say('rounding')} amount={figure(-odd)} />}
      {isCash && open > 0 && last && (
        <p className="till-note is-change" role="status">
          <span>{say('change')}</span>
          <strong className="num">{figure(change)}</strong>
        </p>
      )}
    </>
  )
}
