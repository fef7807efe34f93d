import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import { api, failureLines, useDebounced } from 'stoa/admin'
import type { LandingDrawn } from '../../api-types.ts'
import type { Elements } from './elements.ts'
import type { Name } from './messages.ts'

/** Debounce of the preview after the last change, in milliseconds. */
const REST = 150

/** Label of a property: the last segment of its path. */
const labelIn = (getName: Name) => (path: string) => getName(path.split('.').at(-1) ?? '')

/** The preview data of the elements from the server, or the validation error. */
export function useDrawn(elements: Elements, language: Locale, getName: Name): { drawn: LandingDrawn | undefined; refused: string } {
  const rested = useDebounced(elements, REST)
  const { data, error } = useQuery({
    queryKey: ['landing-drawn', language, rested],
    queryFn: ({ signal }) =>
      api<LandingDrawn>('landing_page/draw', { method: 'POST', query: { language }, body: { elements: rested }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  return { drawn: data, refused: error ? failureLines(error, labelIn(getName)).join(' ') : '' }
}
