import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { readCookie } from '../kit/cookie.ts'

/** Cookie that says whether the visitor allows scripts of the shop's own. */
export const CONSENT = 'consent'

/** True while the visitor has to be asked; decided in the browser, as the page is the same for all. */
export const askingAtom = atom(false)
/** What the visitor answered on this page, before any cookie is read again. */
export const answerAtom = atom<'yes' | 'no' | undefined>(undefined)

/** Puts a piece of the shop's own HTML in place; scripts written by markup would not run by themselves. */
const insert = (html: string, parent: HTMLElement, nonce: string) => {
  const fragment = document.createRange().createContextualFragment(html)
  for (const script of fragment.querySelectorAll('script')) script.nonce = nonce
  parent.append(fragment)
}

/** Runs the header and footer scripts of the settings, after the store itself is alive. */
export const runShopScripts = (basic: { header_script?: string; footer_script?: string }): void => {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  const run = () => {
    if (basic.header_script) insert(basic.header_script, document.head, nonce)
    if (basic.footer_script) insert(basic.footer_script, document.body, nonce)
  }
  if (basic.header_script || basic.footer_script) setTimeout(run, 0)
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
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    const holder = document.createElement('div')
    document.body.append(holder)
    for (const html of [first, last]) if (html) insert(html, holder, nonce)
    return () => holder.remove()
  }, [first, last, answer, ask])
}
