/** Where pages that work without network are kept; `public/worker.js` reads it. */
const CACHE = 'stoa-offline'
const PAGE = '/admin/'
const FIRST: readonly string[] = ['/api/admin', '/api/admin/manifest']

const isOwn = (url: string): boolean =>
  new URL(url, location.href).origin === location.origin && new URL(url, location.href).pathname.startsWith('/admin/')

/**
 * Keeps the page that is open, with all it was made of, for when there is no network. `scope` is the part of the admin it holds for: pages
 * elsewhere are always asked for.
 */
export async function keepOffline(scope: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/admin/worker.js', { scope })
  const parts = new Set([
    ...performance.getEntriesByType('resource').map(({ name }) => name.split('#')[0] ?? name),
    ...[...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]')].map((e) =>
      'src' in e ? e.src : e.href,
    ),
  ])
  const cache = await caches.open(CACHE)
  const wanted = [...parts].filter(isOwn)
  const known = new Set((await cache.keys()).map(({ url }) => url))
  await Promise.all(wanted.filter((url) => !known.has(url)).map((url) => cache.add(url).catch(() => undefined)))
  // Who is signed in, and what they may do: the first that a page asks.
  const first = [...parts].filter((url) => FIRST.includes(new URL(url).pathname))
  await Promise.all(
    first.map(async (url) => {
      const answer = await fetch(url, { credentials: 'same-origin', headers: { Accept: 'application/json' } })
      if (answer.ok) await cache.put(url, answer)
    }),
  )
  // Last, as it promises all the others: opened with half of them it would stay blank. The worker keeps it as soon as it is asked for.
  const page = await fetch(PAGE, { credentials: 'same-origin' })
  if (!page.ok) return
  await cache.put(PAGE, page)
  // Of releases before, nothing is kept.
  const stale = [...known].filter((url) => new URL(url).pathname.startsWith('/admin/assets/') && !parts.has(url))
  await Promise.all(stale.map((url) => cache.delete(url)))
}
