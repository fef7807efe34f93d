import '../../../ui-store/src/styles/index.css'
import { createRoot } from 'react-dom/client'
import repair from '../../../docs/examples/repair/store/locales/en-US.json'
import { createTranslate } from '../../../ui-store/src/i18n/create.ts'
import shell from '../../../ui-store/src/i18n/en-US.json'
import { createCall } from '../../../ui-store/src/kit/call.ts'
import { ShopProvider } from '../../../ui-store/src/kit/shop.tsx'
import type { Shop } from '../../../ui-store/src/kit/types.ts'
import { parts } from 'virtual:store-plugins'

/** The example's page alone, with the parts of the shop context that forms need. */
const shop: Shop = {
  language: 'en-US',
  prefix: '',
  currency: 'HKD',
  bootstrap: { routes: [], slots: [], origin: location.origin, signedIn: false, staff: false },
  shell: {} as Shop['shell'],
  call: createCall((path, init) => fetch(path, init)),
  t: createTranslate('en-US', { shell, repair }),
}

const root = document.getElementById('root')
const Screen = (await parts[0]?.screens['repair/request']?.())?.default
if (root && Screen)
  createRoot(root).render(
    <ShopProvider value={shop}>
      <main>
        <Screen data={null as never} />
      </main>
    </ShopProvider>,
  )
