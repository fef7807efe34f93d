import { Button } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { fileUrl } from 'stoa/admin'
import { memo, useEffect, useRef, useState } from 'react'
import { useFigures } from '../engine/figures.ts'
import { type Line, lineTotal, getUnit } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'

interface Props {
  lines: readonly Line[]
  /** Absent if prices cannot be changed. */
  onPrice?: ((line: Line) => void) | undefined
  onQuantity: (key: string, quantity: number) => void
}

/** Lines of the sale. The last one is the most recent. */
export function Lines({ lines, onPrice, onQuantity }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const last = lines.at(-1)
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    // Whenever another line is the last one, or it grows.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [last?.key, last?.quantity])
  return (
    <ul ref={list} className="till-lines">
      {lines.map((line) => (
        <LineView key={line.key} line={line} last={line === last} onPrice={onPrice} onQuantity={onQuantity} />
      ))}
    </ul>
  )
}

const LineView = memo(({ line, last, onPrice, onQuantity }: { line: Line; last: boolean } & Pick<Props, 'onPrice' | 'onQuantity'>) => {
  const say = useMessages()
  const figure = useFigures()
  const { key, article, quantity } = line
  const { name, choice, image } = article
  return (
    <li className={last ? 'is-last' : undefined}>
      <span className="till-thumb" aria-hidden>
        {image ? <img src={`${fileUrl(image)}?w=160`} alt="" loading="lazy" /> : [...name][0]}
      </span>
      <span className="till-what">
        <strong>{name}</strong>
        <small className="quiet">
          {choice && `${choice} · `}
          {onPrice ? (
            <button type="button" className="till-price" aria-label={say('priceOf', { name })} onClick={() => onPrice(line)}>
              {figure(getUnit(line))}
              {line.price && <s>{figure(article.pay)}</s>}
            </button>
          ) : (
            <span className="num">{figure(getUnit(line))}</span>
          )}
        </small>
      </span>
      <span className="till-step">
        <Button
          variant="minimal"
          icon={<Minus aria-hidden />}
          aria-label={quantity > 1 ? say('less', { name }) : say('remove', { name })}
          onClick={() => onQuantity(key, quantity - 1)}
        />
        <Quantity name={name} value={quantity} onChange={(next) => onQuantity(key, next)} />
        <Button
          variant="minimal"
          icon={<Plus aria-hidden />}
          aria-label={say('more', { name })}
          onClick={() => onQuantity(key, quantity + 1)}
        />
      </span>
      <strong className="num till-sum">{figure(lineTotal(line))}</strong>
    </li>
  )
})

/** Quantity input; applied on blur or Enter. */
function Quantity({ name, value, onChange }: { name: string; value: number; onChange: (quantity: number) => void }) {
  const say = useMessages()
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    const next = Number(typed)
    if (typed !== undefined && Number.isInteger(next) && next >= 0) onChange(next)
    setTyped(undefined)
  }
  return (
    <input
      className="till-quantity num"
      inputMode="numeric"
      aria-label={say('quantityOf', { name })}
      value={typed ?? String(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ target }) => {
        if (/^\d{0,4}$/.test(target.value)) setTyped(target.value)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
