// Lets pages that said so go on without network: what they are made of comes from their cache, who is signed in from the last answer.
const CACHE = 'stoa-offline'
const PAGE = '/admin/'
const PATIENCE_MS = 4000
/** What a page asks first of all. */
const FIRST = ['/api/admin', '/api/admin/manifest']

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const inTime = (request) => fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })

async function keptFirst(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function askedFirst(request, name) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await inTime(request)
    if (answer.ok && name) await cache.put(name, answer.clone())
    // Whoever is signed out is nobody here either.
    if (answer.status === 401) await Promise.all((await cache.keys()).filter(isFirst).map((key) => cache.delete(key)))
    return answer
  } catch (error) {
    const kept = await cache.match(name ?? request, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

const isFirst = ({ url }) => FIRST.includes(new URL(url).pathname)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(askedFirst(request, PAGE))
  else if (pathname.startsWith('/admin/assets/') || (request.destination === 'image' && !pathname.startsWith('/api/')))
    event.respondWith(keptFirst(request))
  else if (pathname.startsWith('/admin/')) event.respondWith(askedFirst(request, request.url))
  else if (isFirst(request)) event.respondWith(askedFirst(request, request.url))
})
