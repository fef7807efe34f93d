import { useEffect } from 'react'
import { fileUrl, RichText, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { PageView } from '../../wire.ts'

export const load = (context: ScreenContext): Promise<PageView> =>
  context.call.post<PageView>('/api/page', { url: context.params.url, language: context.language })

/** One page, two addresses (`/about` and `/page/about`): the longer one is the canonical one. */
export const head = (page: PageView): HeadInfo => ({
  title: page.meta_title || page.title,
  description: page.meta_description || page.short_description,
  path: `/page/${page.url}`,
  image: page.image,
})

/** Runs what the shop wrote for this page alone; scripts in markup would not run by themselves. */
const usePageScripts = (page: PageView) => {
  useEffect(() => {
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    const added = [page.header_script, page.footer_script].map((html) => {
      const holder = document.createElement('div')
      if (!html) return holder
      holder.append(document.createRange().createContextualFragment(html))
      for (const script of holder.querySelectorAll('script')) script.nonce = nonce
      document.body.append(holder)
      return holder
    })
    return () => added.forEach((holder) => holder.remove())
  }, [page.header_script, page.footer_script])
}

export default function PageScreen({ data: page }: { data: PageView }) {
  const { bootstrap } = useShop()
  usePageScripts(page)
  const image = fileUrl(page.image)
  return (
    <article className="page narrow static-page" data-page={page.url}>
      {page.css && !bootstrap.staff && <style>{`@layer custom{@scope ([data-page]){${page.css.replaceAll('</', '')}}}`}</style>}
      <h1>{page.title}</h1>
      {page.short_description && <RichText className="lead" html={page.short_description} />}
      {image && <img src={image} alt="" width="1200" height="600" className="page-image" />}
      <RichText html={page.content} />
    </article>
  )
}
