import type { FacetView } from '../../api-types.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Label of a facet: an attribute's name, or a message. */
export const facetName = (t: Say, facet: FacetView, currency: string): string =>
  facet.label ?? t(`catalogue.filter.${facet.key}`, facet.key === 'price' ? { currency } : {})

/** Label of a facet value. */
export const valueName = (t: Say, facet: FacetView, value: FacetView['values'][number]): string =>
  value.label ?? t(`catalogue.filter.${facet.key === 'in_stock' ? 'in_stock' : value.value}`)
