import { useId, useState } from 'react'
import { formatMoney, smallestAmount } from 'stoa/money'
import { getAmount } from '../engine/amount.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'
import { MoneyField } from './money-field.tsx'

/** Denominations counted by pieces, in minor units; fractions are left out for a currency without decimals, which has larger notes. */
const PIECES = [100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10]
const getPieces = (currency: string): readonly number[] =>
  smallestAmount(currency) === 1 ? PIECES : [1_000_000, 500_000, 200_000, ...PIECES.filter((piece) => piece >= smallestAmount(currency))]

/** Cash in a drawer, by pieces or as a total; undefined until counted. */
export function useDrawerCount(currency: string) {
  const [pieces, setPieces] = useState<Readonly<Record<number, string>>>({})
  const [typed, setTyped] = useState('')
  const sum = getPieces(currency).reduce((all, piece) => all + piece * Number(pieces[piece] || 0), 0)
  return { currency, pieces, setPieces, typed, setTyped, sum, total: sum > 0 ? formatMoney(sum) : getAmount(typed) }
}

/** Blind count of a drawer. */
export function CountDrawer({ currency, pieces, setPieces, typed, setTyped, sum }: ReturnType<typeof useDrawerCount>) {
  const say = useMessages()
  const figure = useFigures()
  const id = useId()
  return (
    <>
      <p className="quiet">{say('closeLead')}</p>
      <div className="till-pieces">
        {getPieces(currency).map((piece) => (
          <label key={piece} htmlFor={`${id}-${piece}`}>
            <span className="num">{say('pieces', { amount: formatMoney(piece).replace(/\.00$/, '') })}</span>
            <input
              id={`${id}-${piece}`}
              className="bp6-input num"
              inputMode="numeric"
              value={pieces[piece] ?? ''}
              onChange={({ target: { value } }) => {
                if (/^\d{0,4}$/.test(value)) setPieces((now) => ({ ...now, [piece]: value }))
              }}
            />
          </label>
        ))}
      </div>
      {sum > 0 ? (
        <p className="till-due">
          <span>{say('counted')}</span>
          <strong className="num">{figure(sum)}</strong>
        </p>
      ) : (
        <MoneyField label={say('counted')} value={typed} onChange={setTyped} />
      )}
    </>
  )
}
