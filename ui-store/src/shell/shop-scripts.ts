import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { readCookie } from '../kit/cookie.ts'
import { putOwnMarkup } from './own-markup.ts'

/** Cookie with the visitor's consent to the shop's own scripts. */
export const CONSENT = 'consent'

/** True while consent must be asked for; decided in the browser, because the page is cached for all. */
export const askingAtom = atom(false)
/** The visitor's answer on this page, before the cookie is read again. */
export const answerAtom = atom<'yes' | 'no' | undefined>(undefined)

/** In order, because scripts of the second piece may depend on the first. */
const putInOrder = async (pieces: [html: string | undefined, place: HTMLElement][]): Promise<void> => {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  for (const [html, place] of pieces) if (html && place.isConnected) await putOwnMarkup(html, place, nonce)
}

/** Runs the header and footer scripts of the settings after hydration. */
export const runShopScripts = (basic: { header_script?: string; footer_script?: string }): void => {
  const { header_script: first, footer_script: last } = basic
  const run = () =>
    void putInOrder([
      [first, document.head],
      [last, document.body],
    ])
  if (first || last) setTimeout(run, 0)
}

/** Runs the scripts of one page with the visitor's consent, and removes their markup with the page. */
export const usePageScripts = (page: { header_script?: string; footer_script?: string }): void => {
  const { header_script: first, footer_script: last } = page
  const answer = useAtomValue(answerAtom)
  const ask = useSetAtom(askingAtom)
  useEffect(() => {
    if (!first && !last) return undefined
    const consent = answer ?? readCookie(document.cookie, CONSENT)
    if (consent === undefined) ask(true)
    if (consent !== 'yes') return undefined
    const holder = document.createElement('div')
    document.body.append(holder)
    void putInOrder([
      [first, holder],
      [last, holder],
    ])
    return () => holder.remove()
  }, [first, last, answer, ask])
}
