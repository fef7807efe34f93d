/** Name of the cache for offline pages; `public/worker.js` reads it. */
const CACHE = 'stoa-offline'
const PAGE = '/admin/'
const FIRST: readonly string[] = ['/api/admin', '/api/admin/manifest']

const isOwn = (url: string): boolean =>
  new URL(url, location.href).origin === location.origin && new URL(url, location.href).pathname.startsWith('/admin/')

/** URLs of everything the page has loaded or preloads. */
const loadedParts = (): Set<string> =>
  new Set([
    ...performance.getEntriesByType('resource').map(({ name }) => name.split('#')[0] ?? name),
    ...[...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]')].map((e) =>
      'src' in e ? e.src : e.href,
    ),
  ])

/** Waits until the service worker controls the page and sees its requests. */
async function waitForController(): Promise<void> {
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller) return
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

/**
 * Caches the current page with its resources for offline use. `scope` is the URL prefix it applies to; other pages always come from the
 * network.
 */
export async function keepOffline(scope: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/admin/worker.js', { scope })
  await waitForController()
  const cache = await caches.open(CACHE)
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  // The session and permission requests, which a page needs first.
  const first = [...loadedParts()].filter((url) => FIRST.includes(new URL(url).pathname))
  await Promise.all(
    first.map(async (url) => {
      const answer = await fetch(url, { credentials: 'same-origin', headers: { Accept: 'application/json' } })
      if (answer.ok) await cache.put(url, answer)
    }),
  )
  const page = await fetch(PAGE, { credentials: 'same-origin' })
  if (!page.ok) return
  // The page may have loaded more since the first look. The service worker caches later requests.
  const requested = new Set(cached)
  const findMissing = () => [...loadedParts()].filter((url) => isOwn(url) && !requested.has(url))
  for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
    for (const url of missing) requested.add(url)
    await Promise.all(missing.map((url) => cache.add(url).catch(() => undefined)))
  }
  // The page itself is cached last, because it would stay blank without its resources. The service worker caches each of those on request.
  await cache.put(PAGE, page)
  // Removes entries of earlier releases.
  const parts = loadedParts()
  const stale = [...cached].filter((url) => new URL(url).pathname.startsWith('/admin/assets/') && !parts.has(url))
  await Promise.all(stale.map((url) => cache.delete(url)))
}
