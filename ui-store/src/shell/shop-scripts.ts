import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { readCookie } from '../kit/cookie.ts'
import { putOwnMarkup } from './own-markup.ts'

/** Cookie that says whether the visitor allows scripts of the shop's own. */
export const CONSENT = 'consent'

/** True while the visitor has to be asked; decided in the browser, as the page is the same for all. */
export const askingAtom = atom(false)
/** What the visitor answered on this page, before any cookie is read again. */
export const answerAtom = atom<'yes' | 'no' | undefined>(undefined)

/** Where two pieces are written, the second one's scripts may count on the first one's. */
const putInOrder = async (pieces: [html: string | undefined, place: HTMLElement][]): Promise<void> => {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  for (const [html, place] of pieces) if (html && place.isConnected) await putOwnMarkup(html, place, nonce)
}

/** Runs the header and footer scripts of the settings, after the store itself is alive. */
export const runShopScripts = (basic: { header_script?: string; footer_script?: string }): void => {
  const { header_script: first, footer_script: last } = basic
  const run = () =>
    void putInOrder([
      [first, document.head],
      [last, document.body],
    ])
  if (first || last) setTimeout(run, 0)
}

/**
 * Runs what the shop wrote for one page, once the visitor allows scripts of the shop's own, and takes its markup
 * away with the page.
 */
export const usePageScripts = (page: { header_script?: string; footer_script?: string }): void => {
  const { header_script: first, footer_script: last } = page
  const answer = useAtomValue(answerAtom)
  const ask = useSetAtom(askingAtom)
  useEffect(() => {
    if (!first && !last) return undefined
    const said = answer ?? readCookie(document.cookie, CONSENT)
    if (said === undefined) ask(true)
    if (said !== 'yes') return undefined
    const holder = document.createElement('div')
    document.body.append(holder)
    void putInOrder([
      [first, holder],
      [last, holder],
    ])
    return () => holder.remove()
  }, [first, last, answer, ask])
}
