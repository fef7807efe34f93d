import '@blueprintjs/core/lib/css/blueprint.css'
import '@blueprintjs/select/lib/css/blueprint-select.css'
import './styles/tokens.css'
import './styles/elements.css'
import './styles/shell.css'
import './styles/menu.css'
import './styles/topbar.css'
import './styles/page.css'
import './styles/entry.css'
import './styles/blueprint.css'
import './styles/motion.css'
import './styles/notices.css'
import './styles/tabs.css'
import './styles/values.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchFocus } from './common/focus-back.ts'
import { watchKeys } from './common/activate-on-key-up.ts'
import { ShortcutSheet } from './common/shortcut-sheet.tsx'
import { Toasts } from './common/toasts.tsx'
import { startTexts } from './i18n/index.ts'
import { queries } from './state/session.ts'
import { store } from './state/store.ts'

// After a release, an old page requests chunks that no longer exist; a reload loads the new version.
window.addEventListener('vite:preloadError', (event) => {
  event.preventDefault()
  window.dispatchEvent(new Event('stoa:new-version'))
})

await startTexts()
watchFocus()
watchKeys()

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the admin')
createRoot(place).render(
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <ShortcutSheet>
          <App />
        </ShortcutSheet>
        <Toasts />
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
)
