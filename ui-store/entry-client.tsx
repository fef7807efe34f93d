import './src/styles/index.css'
import { createStore } from 'jotai'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { messages } from 'virtual:store-messages'
import { App } from './src/app.tsx'
import { createTranslate } from './src/i18n/create.ts'
import { createCall } from './src/kit/call.ts'
import type { Shop } from './src/kit/types.ts'
import { preloadLayoutSlots } from './src/kit/registry.ts'
import { loadSettings, loadShell } from './src/shell/load-shell.ts'
import type { PageState } from './src/state.ts'
import { wakeRouter } from './src/ssr.tsx'

const call = createCall((path, init) => fetch(path, { ...init, credentials: 'same-origin' }))

const start = async () => {
  const text = document.getElementById('state')?.textContent ?? ''
  const state = JSON.parse(text) as PageState
  const [texts, shell] = await Promise.all([
    messages[state.language]?.(),
    // The server timed out: the browser loads the data itself.
    state.shell ?? loadSettings(call, state.language).then((found) => loadShell(call, state.language, found)),
  ])
  const { language, prefix, currency, bootstrap } = state
  const t = createTranslate(language, texts?.default ?? {})
  const shop: Shop = { language, prefix, currency, bootstrap, shell, call, t }
  await preloadLayoutSlots(bootstrap.slots)
  const router = await wakeRouter(shop, state.seed)
  const app = <App shop={shop} router={router} store={createStore()} />
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  if (state.drawn) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

start().catch((error: unknown) => {
  reportError(error)
  // Server-rendered content stays readable; an empty page shows a message.
  if (!document.getElementById('root')?.hasChildNodes()) {
    document.getElementById('boot-failed')?.removeAttribute('hidden')
  }
})
