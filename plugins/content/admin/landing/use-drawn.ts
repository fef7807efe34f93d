import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import { api, failureLines, useDebounced } from 'stoa/admin'
import type { LandingDrawn } from '../../api-types.ts'
import type { Elements } from './elements.ts'
import type { Name } from './texts.ts'

/** How long nobody types before what was typed is drawn, in ms. */
const REST = 150

/** A property in the words of the builder: its own name is the last of its path. */
const labelIn = (nameOf: Name) => (path: string) => nameOf(path.split('.').at(-1) ?? '')

/** What the shop would draw of elements as they are now, or why it would not. */
export function useDrawn(elements: Elements, language: Locale, nameOf: Name): { drawn: LandingDrawn | undefined; refused: string } {
  const rested = useDebounced(elements, REST)
  const { data, error } = useQuery({
    queryKey: ['landing-drawn', language, rested],
    queryFn: ({ signal }) =>
      api<LandingDrawn>('landing_page/draw', { method: 'POST', query: { language }, body: { elements: rested }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  return { drawn: data, refused: error ? failureLines(error, labelIn(nameOf)).join(' ') : '' }
}
