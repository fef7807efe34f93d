import { api, ApiError, useT } from 'stoa/admin'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Article, Till } from '../../api-types.ts'
import { deviceId, type Drawer, keepDrawer, keepTill, keptDrawer, loadTill } from './db.ts'
import { freshArticles, loadArticles } from './lists.ts'
import type { Line } from './ticket.ts'

const REFRESH_MS = 5 * 60_000
/** Milliseconds before an unreachable server is tried again. */
const AGAIN_MS = 8_000

/** Data of a store for selling: from the server, or else from the device. */
interface TillData {
  till: Till | undefined
  device: string
  drawer: Drawer | undefined
  articles: readonly Article[]
  /** No data is available yet. */
  loading: boolean
  /** Why no data is available. */
  error: unknown
}

export type TillState = ReturnType<typeof useTill>

/** The till session of this device, while it is open. */
async function findDrawer(store: number, till: Till): Promise<Drawer | undefined> {
  const storedDrawer = await keptDrawer(store)
  if (!storedDrawer) return undefined
  const session = till.registers.find(({ id }) => id === storedDrawer.register)?.session
  if (session?.id === storedDrawer.session && session.status === 'processing') return storedDrawer
  await keepDrawer(store, undefined)
  return undefined
}

/** Reads stored data first, so that the register is ready at once, and loads from the server in parallel. */
export function useTill(store: number) {
  const [state, setState] = useState<TillData>({
    till: undefined,
    device: '',
    drawer: undefined,
    articles: [],
    loading: true,
    error: undefined,
  })
  /** The last request was answered. */
  const [online, setOnline] = useState(navigator.onLine)
  const { language } = useT()
  const busy = useRef(false)
  const refresh = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    try {
      const device = await deviceId()
      const till = await api<Till>(`store/${store}/till`, { query: { device, language } })
      await keepTill(store, till)
      const drawer = await findDrawer(store, till)
      setState((now) => ({ ...now, till, device, drawer, loading: false, error: undefined }))
      setOnline(true)
      const show = (articles: Article[]) => setState((now) => ({ ...now, articles }))
      const articles = await freshArticles(store, language, show)
      if (articles) show(articles)
    } catch (error) {
      const away = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (away) setOnline(false)
      setState((now) => ({ ...now, loading: false, error }))
    } finally {
      busy.current = false
    }
  }, [store, language])
  useEffect(() => {
    void (async () => {
      const [device, till, drawer, articles] = await Promise.all([deviceId(), loadTill(store), keptDrawer(store), loadArticles(store)])
      if (till) setState((now) => ({ ...now, device, till: now.till ?? till, drawer: now.drawer ?? drawer, articles, loading: false }))
      await refresh()
    })()
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    const back = () => void refresh()
    const handleOffline = () => setOnline(false)
    window.addEventListener('online', back)
    window.addEventListener('offline', handleOffline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
      window.removeEventListener('offline', handleOffline)
    }
  }, [store, refresh])
  useEffect(() => {
    if (online) return undefined
    const timer = setInterval(() => void refresh(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [online, refresh])
  const setDrawer = useCallback(
    async (drawer: Drawer | undefined) => {
      await keepDrawer(store, drawer)
      setState((now) => ({ ...now, drawer }))
    },
    [store],
  )
  /** Reduces the available units of items sold here, until the server reports new ones. */
  const lowerAvailable = useCallback((sold: readonly Pick<Line, 'article' | 'quantity'>[]) => {
    const quantities = new Map<number, number>()
    for (const { article, quantity } of sold) quantities.set(article.id, (quantities.get(article.id) ?? 0) + quantity)
    const lower = (article: Article): Article => {
      const quantity = quantities.get(article.id)
      return quantity === undefined || article.available === null ? article : { ...article, available: article.available - quantity }
    }
    setState((now) => ({ ...now, articles: now.articles.map(lower) }))
  }, [])
  return { ...state, online, refresh, setDrawer, setOnline, lowerAvailable }
}
