import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { amountText } from 'stoa/admin'
import type { Suggestion } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { useSuggestTexts } from './messages.ts'

/** The chosen supplier and quantity of a suggestion. */
export interface Choice {
  take: boolean
  supplier: number | null
  quantity: string
}

interface Props {
  suggestion: Suggestion
  choice: Choice
  change: (next: Partial<Choice>) => void
}

/** One stock to reorder, with supplier and quantity. */
export function SuggestRow({ suggestion: s, choice, change }: Props) {
  const say = useMessages()
  const suggestText = useSuggestTexts()
  const name = [s.name, s.options].filter(Boolean).join(' – ')
  const chosen = s.offers.find((o) => o.supplier_id === choice.supplier)
  const formatTerms = (o: Suggestion['offers'][number]) => `${amountText(o.cost, o.currency)} · ${say('days', { count: o.lead_time_days })}`
  return (
    <tr>
      <td className="is-tick">
        <input
          type="checkbox"
          aria-label={suggestText('takeThis', { name })}
          checked={choice.take && choice.supplier !== null}
          disabled={choice.supplier === null}
          onChange={(event) => change({ take: event.target.checked })}
        />
      </td>
      <th scope="row">
        {name}
        <span className="quiet small">{s.sku}</span>
      </th>
      <td data-label={suggestText('available')} className={`num is-end${s.available <= 0 ? ' po-none' : ''}`}>
        {s.available}
      </td>
      <td data-label={say('incoming')} className="num is-end">
        {s.incoming}
        {s.planned > 0 && <small className="quiet"> {say('planned', { count: s.planned })}</small>}
      </td>
      <td data-label={suggestText('threshold')} className="num is-end">
        {s.threshold}
      </td>
      <td data-label={suggestText('sold')} className="num is-end">
        {s.sold}
      </td>
      <td>
        {s.offers.length === 0 ? (
          <span className="quiet small">{suggestText('noSupplier')}</span>
        ) : (
          <>
            <HTMLSelect
              aria-label={`${say('supplier')}: ${name}`}
              value={String(choice.supplier ?? '')}
              onChange={(event) => change({ supplier: Number(event.target.value) })}
              options={s.offers.map((o) => ({
                value: String(o.supplier_id),
                label: s.offers.length > 1 ? `${o.supplier} · ${formatTerms(o)}` : o.supplier,
              }))}
            />
            {/* A select box truncates long options, so the terms are shown beside it. */}
            {chosen && <span className="quiet small po-suggest-terms">{formatTerms(chosen)}</span>}
          </>
        )}
      </td>
      <td data-label={say('quantity')} className={s.offers.length > 0 ? '' : 'is-nothing'}>
        {s.offers.length > 0 && (
          <InputGroup
            className="num po-suggest-number"
            inputMode="numeric"
            aria-label={`${say('quantity')}: ${name}`}
            value={choice.quantity}
            onValueChange={(quantity) => change({ quantity })}
          />
        )}
      </td>
    </tr>
  )
}
