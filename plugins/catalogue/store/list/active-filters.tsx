import { Link, useMoney, useT } from 'stoa/store'
import type { FacetView } from '../../api-types.ts'
import { getAddress, type ListAddress, toggled } from './address.ts'
import { valueName } from './names.ts'

interface ChosenProps {
  facets: FacetView[]
  at: ListAddress
  path: string
  searching: boolean
}

/** Active filters; each is a link that removes it. */
export const ChosenFilters = ({ facets, at, path, searching }: ChosenProps) => {
  const t = useT()
  const money = useMoney()
  const without = (filter: ListAddress['filter']) => getAddress(path, { ...at, page: 1, filter }, searching)
  const { price_from: [from] = [], price_to: [to] = [], ...others } = at.filter
  const chosen = facets.flatMap((facet) =>
    facet.values
      .filter((value) => others[facet.key]?.includes(value.value))
      .map((value) => ({
        key: `${facet.key} ${value.value}`,
        name: facet.flag ? (facet.label ?? t(`catalogue.filter.${facet.key}`)) : valueName(t, facet, value),
        to: without(toggled(at.filter, facet.key, value.value)),
      })),
  )
  if (from || to) {
    const [low, high] = [from ? money(from) : '', to ? money(to) : '']
    const name = low && high ? 'price_between' : low ? 'price_above' : 'price_below'
    chosen.push({ key: 'price', name: t(`catalogue.filter.${name}`, { from: low, to: high }), to: without(others) })
  }
  if (chosen.length === 0) return null
  return (
    <ul className="chips chosen" aria-label={t('catalogue.filter.chosen')}>
      {chosen.map(({ key, name, to: target }) => (
        <li key={key}>
          <Link to={target} preload={false} aria-label={t('catalogue.filter.remove', { name })}>
            {name} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={without({})} preload={false} className="chip-clear">
          {t('catalogue.filter.clear')}
        </Link>
      </li>
    </ul>
  )
}
