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
