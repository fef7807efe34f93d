import { useEffect } from 'react'
import { useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { LandingView } from '../../api-types.ts'
import { loadInteractiveSlots } from './requested-elements.ts'
import { LandingPage } from './page.tsx'

export const load = async ({ call, params, language, search, loadSlots }: ScreenContext): Promise<LandingView> => {
  const page = await call.post<LandingView>('/api/landing_page', {
    url: params.url,
    language,
    ...(search.preview ? { preview: search.preview } : {}),
  })
  await loadInteractiveSlots(page, loadSlots)
  return page
}

export const head = (page: LandingView, { search }: ScreenContext): HeadInfo => ({
  title: page.title,
  description: page.meta_description,
  path: `/landing-page/${page.url}`,
  image: (page.elements.content.find(({ props }) => props.image)?.props.image as string | undefined) ?? null,
  noindex: Boolean(search.preview),
})

/** Counts the visit after hydration, because a cached page has no request of its own. */
const useVisit = (url: string) => {
  const { call } = useShop()
  useEffect(() => {
    if (new URLSearchParams(location.search).has('preview')) return
    call.post('/api/landing_page/visit', { url }).catch(() => undefined)
  }, [call, url])
}

export default function LandingScreen({ data: page }: { data: LandingView }) {
  useVisit(page.url)
  return <LandingPage page={page} title={page.title} />
}
