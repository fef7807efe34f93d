import { type FormEvent, useState } from 'react'
import { baseCurrency, useShop, useT } from 'stoa/store'
import type { FacetView } from '../../api-types.ts'
import { type ListAddress, getSorts, toggled } from './address.ts'
import { facetName, valueName } from './names.ts'

interface FormProps {
  /** Id prefix, since the form is rendered twice. */
  id: string
  facets: FacetView[]
  at: ListAddress
  move: (next: ListAddress) => void
  searching: boolean
}

/** Number of values shown at first; others are behind "show all". */
const FEW = 8

type Change = (facet: FacetView, value: string) => void
type IsChosen = (facet: FacetView, value: string) => boolean

interface BoxProps {
  facet: FacetView
  value: FacetView['values'][number]
  chosen: boolean
  change: Change
  named: string
}

const Box = ({ facet, value, chosen, change, named }: BoxProps) => (
  <label className="filter-box">
    <input type="checkbox" name={facet.key} value={value.value} checked={chosen} onChange={() => change(facet, value.value)} />
    {value.colour && <span className="filter-dot" style={{ background: value.colour }} />}
    <span>{named}</span>
    <span className="muted small">{value.count}</span>
  </label>
)

interface ChoicesProps {
  facet: FacetView
  isChosen: IsChosen
  change: Change
  title: string
}

const Choices = ({ facet, isChosen, change, title }: ChoicesProps) => {
  const t = useT()
  const box = (value: FacetView['values'][number]) => (
    <Box
      key={value.value}
      facet={facet}
      value={value}
      chosen={isChosen(facet, value.value)}
      change={change}
      named={facet.flag ? title : valueName(t, facet, value)}
    />
  )
  if (facet.flag) return <div className="filter-group">{facet.values.map(box)}</div>
  const [first, rest] = [facet.values.slice(0, FEW), facet.values.slice(FEW)]
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      {first.map(box)}
      {rest.length > 0 && (
        <details open={rest.some((value) => isChosen(facet, value.value))}>
          <summary>{t('catalogue.filter.more', { count: facet.values.length })}</summary>
          {rest.map(box)}
        </details>
      )}
    </fieldset>
  )
}

const Price = ({ id, facet, at, title }: { id: string; facet: FacetView; at: ListAddress; title: string }) => {
  const t = useT()
  const end = (name: 'from' | 'to', hint: string | undefined) => (
    <label htmlFor={`${id}-price-${name}`}>
      <span className="small">{t(`catalogue.filter.${name}`)}</span>
      <input
        id={`${id}-price-${name}`}
        name={`price_${name}`}
        type="text"
        inputMode="decimal"
        pattern="\d{1,9}(\.\d{1,2})?"
        autoComplete="off"
        placeholder={hint}
        defaultValue={at.filter[`price_${name}`]?.[0] ?? ''}
      />
    </label>
  )
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      <div className="filter-price">
        {end('from', facet.from)}
        {end('to', facet.to)}
        <button type="submit" className="button button-quiet">
          {t('catalogue.filter.apply')}
        </button>
      </div>
    </fieldset>
  )
}

/** Filter form. A checkbox applies at once; without JavaScript the form is submitted. */
export const FilterForm = ({ id, facets, at, move, searching }: FormProps) => {
  const t = useT()
  const { shell } = useShop()
  // Optimistic state, so that checkboxes respond at once and two quick clicks both count.
  const [ticked, setTicked] = useState({ since: at.filter, filter: at.filter })
  const sent = ticked.since === at.filter ? ticked.filter : at.filter
  const go = (filter: ListAddress['filter']) => {
    setTicked({ since: at.filter, filter })
    move({ ...at, page: 1, filter })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const end = (name: string) => {
      const text = String(form.get(name) ?? '').trim()
      return text ? [text] : []
    }
    go({ ...sent, price_from: end('price_from'), price_to: end('price_to') })
  }
  return (
    <form className="filters" method="get" onSubmit={submit}>
      {at.sort !== getSorts(searching)[0] && <input type="hidden" name="sort" value={at.sort} />}
      {facets.map((facet) => {
        const title = facetName(t, facet, baseCurrency(shell.settings))
        return facet.from === undefined ? (
          <Choices
            key={facet.key}
            facet={facet}
            title={title}
            isChosen={({ key }, value) => sent[key]?.includes(value) ?? false}
            change={({ key }, value) => go(toggled(sent, key, value))}
          />
        ) : (
          <Price key={`${facet.key} ${at.filter.price_from} ${at.filter.price_to}`} id={id} facet={facet} at={at} title={title} />
        )
      })}
      <noscript>
        <button type="submit" className="button">
          {t('catalogue.filter.apply')}
        </button>
      </noscript>
    </form>
  )
}
