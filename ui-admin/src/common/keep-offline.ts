/** Where pages that work without network are kept; `public/worker.js` reads it. */
const CACHE = 'stoa-offline'
const PAGE = '/admin/'
const FIRST: readonly string[] = ['/api/admin', '/api/admin/manifest']

const isOwn = (url: string): boolean =>
  new URL(url, location.href).origin === location.origin && new URL(url, location.href).pathname.startsWith('/admin/')

/** Addresses of all that the open page has loaded so far, or is about to. */
const loadedParts = (): Set<string> =>
  new Set([
    ...performance.getEntriesByType('resource').map(({ name }) => name.split('#')[0] ?? name),
    ...[...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]')].map((e) =>
      'src' in e ? e.src : e.href,
    ),
  ])

/** Waits until the worker controls the page: from then on it hears what the page requests. */
async function waitForController(): Promise<void> {
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller) return
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

/**
 * Keeps the page that is open, with all it was made of, for when there is no network. `scope` is the part of the admin it holds for: pages
 * elsewhere are always asked for.
 */
export async function keepOffline(scope: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/admin/worker.js', { scope })
  await waitForController()
  const cache = await caches.open(CACHE)
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  // Who is signed in, and what they may do: the first that a page asks.
  const first = [...loadedParts()].filter((url) => FIRST.includes(new URL(url).pathname))
  await Promise.all(
    first.map(async (url) => {
      const answer = await fetch(url, { credentials: 'same-origin', headers: { Accept: 'application/json' } })
      if (answer.ok) await cache.put(url, answer)
    }),
  )
  const page = await fetch(PAGE, { credentials: 'same-origin' })
  if (!page.ok) return
  // The page may have loaded more since it was looked at first; what it asks for from now on the worker keeps.
  const requested = new Set(cached)
  const findMissing = () => [...loadedParts()].filter((url) => isOwn(url) && !requested.has(url))
  for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
    for (const url of missing) requested.add(url)
    await Promise.all(missing.map((url) => cache.add(url).catch(() => undefined)))
  }
  // Last, as it promises all the others: opened with half of them it would stay blank. The worker keeps it as soon as it is asked for.
  await cache.put(PAGE, page)
  // Of releases before, nothing is kept.
  const parts = loadedParts()
  const stale = [...cached].filter((url) => new URL(url).pathname.startsWith('/admin/assets/') && !parts.has(url))
  await Promise.all(stale.map((url) => cache.delete(url)))
}
