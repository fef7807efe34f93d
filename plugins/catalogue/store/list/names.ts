import type { FacetView } from '../../api-types.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** What a facet is called: an attribute brings its name, the others have a text. */
export const facetName = (t: Say, facet: FacetView, currency: string): string =>
  facet.label ?? t(`catalogue.filter.${facet.key}`, facet.key === 'price' ? { currency } : {})

/** What one value of a facet is called. */
export const valueName = (t: Say, facet: FacetView, value: FacetView['values'][number]): string =>
  value.label ?? t(`catalogue.filter.${facet.key === 'in_stock' ? 'in_stock' : value.value}`)
