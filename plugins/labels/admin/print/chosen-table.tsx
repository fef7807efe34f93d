import { Button, Card, HTMLTable } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { MOST_COPIES } from '../../domain/limits.ts'
import { useMessages } from '../messages.ts'
import type { Chosen } from './choice.ts'
import { WholeNumber } from './whole-number.tsx'

/** Table of stocks with their number of labels. */
export function ChosenTable({ chosen, change }: { chosen: readonly Chosen[]; change: (chosen: Chosen[]) => void }) {
  const say = useMessages()
  if (chosen.length === 0) return null
  const set = (id: number, copies: number) => change(chosen.map((c) => (c.stock.id === id ? { ...c, copies } : c)))
  const inStock = chosen.some((c) => c.stock.quantity > 0)
  return (
    <Card compact className="labels-card">
      <div className="labels-head">
        <h2>{say('chosen')}</h2>
        {inStock && (
          <Button
            size="small"
            variant="minimal"
            onClick={() => change(chosen.map((c) => ({ ...c, copies: Math.min(MOST_COPIES, Math.max(1, c.stock.quantity)) })))}
          >
            {say('onHand')}
          </Button>
        )}
        <Button size="small" variant="minimal" onClick={() => change([])}>
          {say('clear')}
        </Button>
      </div>
      <HTMLTable compact className="labels-table">
        <thead>
          <tr>
            <th>{say('stock')}</th>
            <th>{say('copies')}</th>
            <th>
              <span className="sr-only">{say('removing')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {chosen.map(({ stock, copies }) => (
            <tr key={stock.id}>
              <th scope="row" className="labels-name">
                {stock.name}
                <span className="quiet small">
                  {[stock.options, stock.code, say('onHandShort', { count: stock.quantity })].filter(Boolean).join(' · ')}
                </span>
              </th>
              <td>
                <label className="sr-only" htmlFor={`label-copies-${stock.id}`}>
                  {say('copiesOf', { name: `${stock.name} ${stock.options}`.trim() })}
                </label>
                <WholeNumber
                  id={`label-copies-${stock.id}`}
                  className="labels-copies"
                  value={copies}
                  max={MOST_COPIES}
                  change={(next) => set(stock.id, next)}
                />
              </td>
              <td>
                <Button
                  variant="minimal"
                  icon={<Cross aria-hidden />}
                  aria-label={say('remove', { name: `${stock.name} ${stock.options}`.trim() })}
                  onClick={() => change(chosen.filter((c) => c.stock.id !== stock.id))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Card>
  )
}
