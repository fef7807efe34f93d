/** Types by which a script is JavaScript that runs where it stands. */
const CLASSIC = /^((text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript)|text\/javascript1\.[0-5])?$/i

/**
 * Puts a piece of the shop's own HTML at the end of a place and runs its scripts as a page read from above would:
 * one after the other, those from a file holding up the ones below unless they say async or defer. Ends when the
 * last has been let run, and early when the place goes away.
 */
export const putOwnMarkup = async (html: string, place: HTMLElement, nonce: string): Promise<void> => {
  // An element of this document, so that the content of noscript stays text.
  const reader = document.createElement('div')
  reader.innerHTML = html
  const written = [...reader.querySelectorAll('script')]
  place.append(...reader.childNodes)
  for (const script of written) {
    if (!script.isConnected) continue
    const done = run(script, nonce)
    if (done) await done
  }
}

/** Scripts that markup brings never run, whatever is done with them; what runs is a new one in its place. */
const run = (written: HTMLScriptElement, nonce: string): Promise<void> | undefined => {
  const script = document.createElement('script')
  for (const { name, value } of written.attributes) script.setAttribute(name, value)
  script.nonce = nonce
  script.text = written.text
  // Scripts made here are async unless told otherwise.
  script.async = written.hasAttribute('async')
  const arrived = holdsUp(script) ? settled(script) : undefined
  written.replaceWith(script)
  return arrived
}

/** Other kinds are not waited for: they hold nothing up, or never tell that they are done. */
const holdsUp = (script: HTMLScriptElement): boolean =>
  Boolean(script.src) && !script.async && !script.defer && !script.noModule && CLASSIC.test(script.type.trim())

const settled = (script: HTMLScriptElement): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, () => resolve(), { once: true })
  })
