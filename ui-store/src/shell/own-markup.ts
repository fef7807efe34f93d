/** Script types that are executed as classic JavaScript. */
const CLASSIC = /^((text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript)|text\/javascript1\.[0-5])?$/i

/**
 * Appends the shop's own HTML to an element and runs its scripts as the HTML parser would: in order, external ones blocking the
 * following ones unless they are async or defer. Resolves after the last one started, or when the element is removed.
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

/** Scripts inserted as markup never run, so each is replaced by a new element. */
const run = (written: HTMLScriptElement, nonce: string): Promise<void> | undefined => {
  const script = document.createElement('script')
  for (const { name, value } of written.attributes) script.setAttribute(name, value)
  script.nonce = nonce
  script.text = written.text
  // Scripts created by code are async by default.
  script.async = written.hasAttribute('async')
  const arrived = holdsUp(script) ? settled(script) : undefined
  written.replaceWith(script)
  return arrived
}

/** Other types are not awaited: they block nothing, or fire no load event. */
const holdsUp = (script: HTMLScriptElement): boolean =>
  Boolean(script.src) && !script.async && !script.defer && !script.noModule && CLASSIC.test(script.type.trim())

const settled = (script: HTMLScriptElement): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, () => resolve(), { once: true })
  })
